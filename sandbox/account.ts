import type { SandboxAccount } from './types.js';

/** The part of an account that does not depend on where the sandbox listens. */
export type AccountCore = Omit<SandboxAccount, 'baseUrl' | 'profileUrl' | 'profileImageUrl'>;

/** The data of a new account, with ids and secrets in the platform's form. */
export type NewAccount = Pick<AccountCore, 'accountId' | 'username' | 'credentials'>;

/** How a platform creates and shows accounts. */
export interface AccountForms {
  /** The demo account: constant, so that a configuration written once stays valid. */
  demo: NewAccount;
  /** A further account; `name` is one that is not taken. */
  newAccount(name: string): NewAccount;
  /** Path of an account's page below the platform's address. */
  profilePath(username: string): string;
}
