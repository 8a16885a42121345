/** What an e-mail says, without its looks: `renderMail` makes HTML and plain text of it. */

/** A button. Each mail has at most one. */
export interface MailButton {
  label: string;
  /** A whole address, or the path of a page of the dashboard: without a dashboard, that button is left out. */
  to: { url: string } | { page: string };
}

/** Details as a list of names and values. */
export interface MailFacts {
  facts: readonly (readonly [name: string, value: string])[];
}

/** A string is a paragraph. */
export type MailBlock = string | MailFacts | MailButton;

/** An e-mail to one person. The texts are plain: markup in them is shown as it is. */
export interface MailContent {
  to: string;
  /** Says what happened. It is the heading, too. */
  subject: string;
  /** Mail clients show the first paragraph beside the subject. */
  blocks: readonly [string, ...MailBlock[]];
  /** Path of the page with which its reader gets no more of the kind. */
  unsubscribe?: string;
  /** It is a report: before each attempt, the worker checks that its reader may still get it. */
  report?: ReportChoice;
}

/** What the reader of a report has chosen. */
export interface ReportChoice {
  personId: string;
  userId: string;
  frequency: string;
}

export const isButton = (block: MailBlock): block is MailButton => typeof block === 'object' && 'label' in block;

export const mailTo = (
  { email }: { email: string },
  subject: string,
  ...blocks: MailContent['blocks']
): MailContent => ({ to: email, subject, blocks });

/** A user-supplied name made safe for a mail: one short line that mail clients do not turn into a link. */
export const nameInMail = (name: string): string =>
  [...name.replace(/[\p{C}\p{Z}.:/@]+/gu, ' ').trim()].slice(0, 60).join('').trim();
