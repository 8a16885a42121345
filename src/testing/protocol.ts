import type { AccountOptions, SandboxPost, SandboxRequest, TestingAccount, TestingFault } from './types.js';

/** What a test can have the process of its service do. Arguments and answers are JSON. */
export interface Host {
  createAccount(options: AccountOptions): Promise<TestingAccount>;
  /** Null: all. */
  received(of: string | null): SandboxPost[];
  requests(platform: string | null): SandboxRequest[];
  addFault(fault: TestingFault): void;
  clearFaults(): void;
  /** Answers by how many milliseconds the clock is ahead of the machine's. */
  advance(milliseconds: number): Promise<number>;
  idle(): Promise<void>;
}

/** Where a test finds what was started; by how many milliseconds the clock is ahead. */
export interface Started {
  url: string;
  sandboxUrl: string;
  aheadMs: number;
}

/** To the process. The first starts the service. */
export type ToHost =
  | { id: number; start: { databaseUrl: string | null } }
  | { id: number; call: keyof Host; argument: unknown }
  | { stop: true };

/** Of the process. */
export type FromHost = { id: number; value?: unknown } | { id: number; error: string };
