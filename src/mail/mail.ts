/** An e-mail to one person, as it is sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML; without it the mail is plain text alone. */
  html?: string;
  /** The address that ends more of the kind (RFC 8058). */
  unsubscribe?: string;
}

/** Sends mails. The id determines the Message-ID, so duplicates can be recognized. */
export interface Mailer {
  /** Throws MailRefused if the mail is permanently rejected; after any other error, a retry may succeed. */
  send(mail: Mail & { id: string }): Promise<void>;
  /** Closes connections. */
  close(): void;
}

/** The mail server permanently rejected this mail. */
export class MailRefused extends Error {}

/** The domain of an address: the only part of a recipient that is logged. */
export const domainOf = (address: string): string => /@([^@<>\s]+)>?$/.exec(address)?.[1] ?? 'unknown';
