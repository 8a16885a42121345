import { Router } from 'express';
import type { Logger } from 'pino';
import type { ConnectAccount } from '../connections/connect-account.use-case.js';
import type { ConnectablePlatforms } from '../connections/connection.resolver.js';
import type { Db } from '../database/unit-of-work.js';
import type { OpenConnectionPage } from './connection-page.use-case.js';

export const connectionPagePath = (token: string): string => `/connect/${token}`;

/** The page on which a managed user connects accounts, without a password: the link's token opens it. */
export function makeConnectionPageRouter(_needs: {
  db: Db;
  clock: () => Date;
  openConnectionPage: OpenConnectionPage;
  connectAccount: ConnectAccount;
  connectablePlatforms: ConnectablePlatforms;
  log: Logger;
}): Router {
  return Router();
}
