/** Decrypted secrets of a connection; each platform parses its own shape. */
export type Credentials = Record<string, string>;

/** The account that a part goes to. */
export interface Account {
  /** The platform's own id of the account, as stored when it was attached. */
  accountId: string;
  /** Where this account's API lives (an instance, a data server, or the platform's one address). No trailing slash. */
  baseUrl: string;
  credentials: Credentials;
}
