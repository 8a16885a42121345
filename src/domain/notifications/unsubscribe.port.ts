/** E-mails that a link ends. */
export interface StoppedMails {
  /** Such as `reports of an account`. */
  which: string;
  /** A line for each. */
  names: readonly string[];
}

/** Links at the end of e-mails of one sort. Both return the e-mails; null: the token is not one of theirs. */
export interface Unsubscribe {
  /** What a link ends. */
  read(token: string): Promise<StoppedMails | null>;
  /** Ends them. Doing it again changes nothing. */
  carryOut(token: string): Promise<StoppedMails | null>;
}
