import type { Fault, SandboxPlatform, SandboxPost, SandboxRequest } from '../../sandbox/types.js';

export type {
  Fault,
  FaultKind,
  SandboxMedia,
  SandboxPlatform,
  SandboxPost,
  SandboxRequest,
} from '../../sandbox/types.js';

export interface StartOptions {
  /**
   * Configuration of the service, as an operator sets it (docs/configuration.md); nothing of this process's own
   * environment is passed on. Where it says nothing, the service has its defaults, with short time-outs and high limits.
   * Database, data folder and encryption key are not set here.
   */
  env?: Record<string, string>;
  /** Of the service on 127.0.0.1. Default: any free port. */
  port?: number;
  /**
   * An empty Postgres database instead of an embedded one, which the role owns. It keeps what is stored in it, and a
   * clock that is turned.
   */
  databaseUrl?: string;
  /** Stops the service, also one that is starting. */
  signal?: AbortSignal;
}

export interface AccountOptions {
  /** Default: `premium`. `starter` may not use the API: its API key is refused. */
  plan?: 'starter' | 'pro' | 'premium';
  /** Whether its API key may be used over MCP. Default: false. */
  mcpAccess?: boolean;
  /** Whether it may have managed users. Default: false. */
  workspaceAccess?: boolean;
  /** A connection to a new account of the sandbox for each of these platforms. At most 100. */
  connected?: SandboxPlatform[];
}

export interface TestingAccount {
  /** The id of its user. */
  id: string;
  /** For the header `x-api-key`. */
  apiKey: string;
  /** The header `cookie` of a browser in which it is signed in to the dashboard. */
  cookie: string;
  /** Platform ids of its connections, in the order of `connected`. Their access does not expire. */
  connections: string[];
}

/** A fault at every account of a platform, or at one connection. */
export type TestingFault = Omit<Fault, 'platform' | 'accountId'> &
  ({ platform: SandboxPlatform; accountId?: string } | { connection: string });

/** A length of time, added up. */
export interface Duration {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  milliseconds?: number;
}

/** A running service, with its database and the sandbox in the platforms' place. */
export interface TestingApp extends AsyncDisposable {
  /** Base address, such as `http://127.0.0.1:40123`: REST is at `/api/v1`, the dashboard at `/`. */
  url: string;
  graphqlUrl: string;
  /** For subscriptions. */
  graphqlWsUrl: string;
  /** A page with what the platforms received. */
  sandboxUrl: string;
  /** The latest thousand lines that the service wrote; from level `warn` on, unless `env` says otherwise. */
  log: readonly string[];
  /** Makes an account with an API key. Accounts share nothing, so tests that make their own need no reset. */
  createAccount(options?: AccountOptions): Promise<TestingAccount>;
  platforms: {
    /** Posts as a platform, or one connection's account there, stored them, in their order. Default: all. */
    received(of?: SandboxPlatform | string): Promise<SandboxPost[]>;
    /** The latest thousand requests to the platforms, or to one, with secrets masked. */
    requests(platform?: SandboxPlatform): Promise<SandboxRequest[]>;
  };
  faults: {
    /** Switches a fault on, for one call unless `times` says otherwise. */
    add(fault: TestingFault): Promise<void>;
    /** Switches all faults off. */
    clear(): Promise<void>;
  };
  clock: {
    /** The time of the service. Before the first `advance`, that of this machine. */
    now(): Date;
    /**
     * Advances the time for database, service and platforms, ten years at most. Work that is due in it is done in its
     * order and at its time. Resolves as `idle` does. Rejects when that takes longer than five minutes.
     */
    advance(duration: Duration): Promise<void>;
  };
  /** Resolves when nothing is due or under way: posts, retries, webhooks, media. Rejects after a minute. */
  idle(): Promise<void>;
  /**
   * Ends all of it and deletes its data, within a minute. Further calls do nothing more.
   * @throws Error, once nothing is left, that says how the service ended by itself, or did not end well.
   */
  stop(): Promise<void>;
}
