import { Component, type ReactNode } from "react";
import { messages } from "../../lib/messages";
import { MAIN_ID } from "../SkipLink/SkipLink";

export interface PageBoundaryProps {
  children: ReactNode;
}

interface PageBoundaryState {
  error: unknown;
}

/** Keeps a crash of the page's inside from taking navbar, sidebar and footer with it. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error: error ?? new Error("unknown") };
  }

  override componentDidUpdate(_: PageBoundaryProps, { error }: PageBoundaryState): void {
    // What had the focus is gone: the page that crashed, or the button once the page is there or has crashed again.
    const isFocusLost = (document.activeElement ?? document.body) === document.body;
    if (error !== this.state.error && isFocusLost) document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="notice" role="alert">
        <h1>{messages.crashTitle}</h1>
        <button
          type="button"
          className="button"
          onClick={() => {
            this.setState({ error: null });
          }}
        >
          {messages.tryAgain}
        </button>
        {error instanceof Error && error.message !== "" && <pre>{error.message}</pre>}
      </div>
    );
  }
}
