/** An e-mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML; without it the mail is plain text alone. */
  html?: string;
}

/** Sends mails. The same id is the same mail: whoever gets it twice can tell by its Message-ID. */
export interface Mailer {
  /** Throws MailRefused when this mail will never be taken; after any other error, a later try may succeed. */
  send(mail: Mail & { id: string }): Promise<void>;
  /** Lets go of connections. */
  close(): void;
}

/** The mail server refuses this mail for good. */
export class MailRefused extends Error {}

/** The domain of an address: all that a log says about whom a mail is for. */
export const domainOf = (address: string): string => /@([^@<>\s]+)>?$/.exec(address)?.[1] ?? 'unknown';
