import type { AccountOptions, SandboxPost, SandboxRequest, TestingAccount, TestingFault } from './types.js';

/** What a test can have the process of its service do. Arguments and answers are JSON. */
export interface Host {
  createAccount(options: AccountOptions): Promise<TestingAccount>;
  /** Null: all. */
  received(of: string | null): SandboxPost[];
  requests(platform: string | null): SandboxRequest[];
  addFault(fault: TestingFault): void;
  clearFaults(): void;
  advance(milliseconds: number): Promise<void>;
  idle(): Promise<void>;
}

/** What the service of a test is started on. */
export interface StartRequest {
  /** An empty folder; deleted at the end. */
  dataDir: string;
  /** Null: an embedded Postgres. */
  databaseUrl: string | null;
}

/** Where a test finds what was started. */
export interface Started {
  url: string;
  sandboxUrl: string;
}

/** To the process. The first starts the service. */
export type ToHost =
  | { id: number; start: StartRequest }
  | { id: number; call: keyof Host; argument: unknown }
  | { stop: true };

/** Of the process; `aheadMs`: by how many milliseconds its clock is ahead of the machine's. */
export type FromHost = { id: number; aheadMs: number } & ({ value?: unknown } | { error: string });
