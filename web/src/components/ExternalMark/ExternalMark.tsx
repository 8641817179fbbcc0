import { messages } from "../../lib/messages";

/** Attributes of a link that leads outside the site. */
export const externalLink = { target: "_blank", rel: "noopener noreferrer" } as const;

/** Tells, after the text of a link, that it opens a new tab: as a small arrow and in words. */
export function ExternalMark() {
  return <span className="external-mark">{messages.externalLink}</span>;
}
