import type { Router } from 'express';
import type { SandboxContext } from './exchange.js';
import type { SandboxAccount, SandboxPlatform } from './types.js';

/** The part of an account that does not depend on where the sandbox listens. */
export type AccountCore = Omit<SandboxAccount, 'baseUrl' | 'profileUrl'>;

/** What an account is made of, in the platform's own forms of ids and secrets. */
export type NewAccount = Pick<AccountCore, 'accountId' | 'username' | 'credentials'>;

/** A platform of the sandbox: its folder implements this and knows no other platform. */
export interface FakePlatform {
  platform: SandboxPlatform;
  /** The demo account: constant, so that a configuration written once stays valid. */
  demo: NewAccount;
  /** A further account; `name` is one that nobody has. */
  newAccount(name: string): NewAccount;
  /** Path of an account's page below the platform's address. */
  profilePath(username: string): string;
  /** Paths that people open, of profiles and of posts: they lead to the timeline. A post's is the parameter `post`. */
  pages: readonly string[];
  /** Its pages and endpoints for logins (OAuth 2), below the same address; absent where it has none. */
  oauth?(context: SandboxContext): Router;
  /** The platform's API, mounted at `/<platform>`. */
  router(context: SandboxContext): Router;
}
