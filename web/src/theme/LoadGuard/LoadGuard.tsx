import type { ReactNode } from "react";
import { messages } from "../../lib/messages";
import { useNavigation } from "../../navigation/useNavigation";

export interface LoadGuardProps {
  /** The page. */
  children: ReactNode;
}

/** Stands in for the page while the one that a reader went to would not load. */
export function LoadGuard({ children }: LoadGuardProps) {
  const { failedHref, status, retry } = useNavigation();
  if (failedHref === null) return children;
  return (
    <div className="notice" role="alert">
      <h1>{messages.loadErrorTitle}</h1>
      <p>{messages.loadErrorText}</p>
      <button type="button" className="button" aria-disabled={status === "loading"} onClick={retry}>
        {messages.retry}
      </button>
    </div>
  );
}
