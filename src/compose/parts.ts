import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Watchdog } from '../../jobs/watchdog.js';
import type { Health } from '../api/health.js';
import type { Config } from '../config/config.js';
import type { LoadAccount } from '../domain/accounts/load-account.use-case.js';
import type { LiveHub } from '../domain/events/live-hub.js';
import type { FollowingTokens } from '../domain/identity/access/application-token.js';
import type { PauseWatch } from '../domain/publishing/watch-pause.use-case.js';
import type { CredentialCipher } from '../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import type { OnStop } from '../foundation/process/shutdown.js';
import type { PlatformDirectory } from '../platforms/platform-directory.js';
import type { Addresses } from '../pods/addresses.js';
import type { Directory } from '../pods/directory.js';
import type { ServeObjects } from '../storage/open-storage.js';
import type { SignedAddresses } from '../storage/signed-address.js';
import type { ObjectStorage } from '../storage/storage.js';
import type { Metrics } from './metrics.js';
import type { Traces } from './traces.js';

/** What both roles are made from. */
export interface Parts {
  config: Config;
  /** What the build made: the dashboard, and the documentation site where it was built. */
  builtFolder: string;
  /** Null: the operator builds the documentation site. */
  buildDocs: (() => Promise<void>) | null;
  log: Logger;
  clock: () => Date;
  /** No later than the true time (database-clock.ts). */
  earliestTime: () => Date;
  random: () => number;
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  followingTokens: FollowingTokens;
  boss: PgBoss;
  hub: LiveHub;
  platformDirectory: PlatformDirectory;
  storage: ObjectStorage;
  /** Signs addresses of objects that the service serves itself. */
  objectAddresses: SignedAddresses;
  /** Serves the objects of the disk; null where they are elsewhere. */
  serveObjects: ServeObjects | null;
  /** Where people reach the service. */
  publicUrl: () => string;
  /** The port that it turned out to listen on. */
  listensOn: (port: number) => void;
  loadAccount: LoadAccount;
  addresses: Addresses;
  /** Null: there is one pod. */
  directory: Directory | null;
  health: Health;
  watchdog: Watchdog;
  pause: PauseWatch;
  /** Null: METRICS_PORT is not set. */
  metrics: Metrics | null;
  /** Null: the variables of OpenTelemetry switch none on. */
  traces: Traces | null;
  onStop: OnStop;
}
