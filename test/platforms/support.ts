import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import type { Http, HttpResponse, HttpResult } from '../../src/foundation/http-client/http.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type {
  Attached,
  Attachment,
  LookupResult,
  Part,
  Platform,
  Publisher,
  State,
} from '../../src/platforms/port/platform.js';
import { findPlatform } from '../../src/platforms/registry.js';

/** A clock that goes on by itself, and is set forward by a test that would wait otherwise. */
export function makeClock(): { now: () => Date; skip: (milliseconds: number) => void; reset: () => void } {
  let skipped = 0;
  return {
    now: () => new Date(Date.now() + skipped),
    skip: (milliseconds) => {
      skipped += milliseconds;
    },
    reset: () => {
      skipped = 0;
    },
  };
}

/** The clock of adapters, and of platforms that work on media. */
export const { now: clock, skip, reset } = makeClock();

/** More than platforms of the sandbox work on a file. */
const WORK_MS = 500;

/** Between two questions to a platform that works on something: its files may be on their way still. */
export async function letWork(): Promise<void> {
  skip(WORK_MS);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * Opens a sandbox. If SANDBOX_DATA_DIR is set, it logs its requests, to check them against the platforms'
 * specifications.
 */
export function openSandbox(): Promise<Sandbox> {
  // Each file starts with the real time, independent of earlier files in this process.
  reset();
  const logs = process.env.SANDBOX_DATA_DIR;
  return startSandbox({
    port: 0,
    clock: () => clock().getTime(),
    ...(logs && { dataDir: path.join(logs, randomUUID()) }),
  });
}

/** A sandbox, a client with time to spare, and one that gives up soon. */
export interface World {
  box: Sandbox;
  http: Http;
  impatient: Http;
  close(): Promise<void>;
}

export async function openWorld({ timeoutMs = 20_000 } = {}): Promise<World> {
  const box = await openSandbox();
  const patient = makeHttp({ timeoutMs });
  const impatient = makeHttp({ timeoutMs: 300 });
  return {
    box,
    http: patient.http,
    impatient: impatient.http,
    close: async () => {
      await Promise.all([patient.close(), impatient.close()]);
      await box.close();
    },
  };
}

export function makePart(text: string, more: Partial<Part> = {}): Part {
  const none = { media: [], settings: {}, replyTo: null, videoTimestamp: null };
  return { key: randomBytes(12).toString('hex'), at: new Date(), text, ...none, ...more };
}

/** An adapter as the service uses it: with the rules of its platform enforced. */
export function asServed<T extends Platform>(adapter: T): T {
  const served = findPlatform(adapter.key);
  if (!served) throw new Error(`${adapter.key} is not in the registry`);
  const publisher: Platform['publisher'] = (http, setup = NO_SETUP, at = clock) => served.publisher(http, setup, at);
  return { ...adapter, publisher };
}

/** Starts a part and continues until its last write is due, or nothing is: the platform is polled as often as it needs. */
export async function prepare(publisher: Publisher, part: Part, account: Account): Promise<LookupResult> {
  let step: LookupResult = await publisher.start(part, account);
  while (step.kind === 'pending') {
    await letWork();
    step = await publisher.lookUp(part, account, stored(step.state));
  }
  return step;
}

/** The same to the end, without a lookup. */
export async function publish(publisher: Publisher, part: Part, account: Account): Promise<LookupResult> {
  let step = await prepare(publisher, part, account);
  while (step.kind === 'ready') step = await publisher.finish(part, account, stored(step.state));
  return step;
}

/** A state as it is read back after it was stored. */
export const stored = (state: State): State => JSON.parse(JSON.stringify(state));

/** Creates an account of the sandbox, with a session if the platform requires one. */
export async function openAccount(world: World, platform: Platform): Promise<Account> {
  const { accountId, baseUrl, credentials } = world.box.createAccount(platform.key as SandboxPlatform);
  const account: Account = { accountId, baseUrl, credentials };
  const session = platform.session?.(world.http, NO_SETUP);
  if (!session?.isStale(account.credentials, new Date())) return account;
  const refreshed = await session.refresh(account);
  if (refreshed.kind === 'failed') throw new Error(refreshed.failure.message);
  return { ...account, credentials: refreshed.credentials };
}

/** What a person types in to connect an account of the sandbox, where it is not called what it is stored as. */
const TYPED: Partial<Record<SandboxPlatform, (account: SandboxAccount) => Record<string, string>>> = {
  fediverse: ({ baseUrl }) => ({ instance: baseUrl }),
  messenger: ({ username }) => ({ chatId: `@${username}` }),
};

/** The same as the form sends it: every field, those left empty too. */
export function typedFor(platform: Platform, account: SandboxAccount): Record<string, string> {
  const typed = { ...account.credentials, ...TYPED[account.platform]?.(account) };
  return Object.fromEntries((platform.connector?.fields ?? []).map(({ name }) => [name, typed[name] ?? '']));
}

/**
 * Connects an account of the sandbox with these values. The operator sets the base URL, unless the platform has none.
 */
export function attach(
  http: Http,
  platform: Platform,
  values: Record<string, string>,
  baseUrl: string,
): Promise<Attachment> {
  if (!platform.connector) throw new Error(`Nothing is typed in to connect ${platform.key}`);
  return platform.connector.attach(http, values, platform.defaultBaseUrl === null ? null : baseUrl);
}

/** The account of an attachment that worked. */
export function attachedOf(attachment: Attachment): Attached {
  if (attachment.kind === 'attached') return attachment.account;
  throw new Error(attachment.kind === 'failed' ? attachment.failure.message : attachment.reason);
}

/** The service's decision about a lookup while no other post of the account competes: the only post is the part's. */
export function withoutRivals(found: LookupResult): LookupResult {
  const [post, ...others] = found.kind === 'alike' ? found.posts : [];
  return post && others.length === 0 ? { kind: 'published', ...post } : found;
}

/** What the sandbox holds of an account. */
export const postsOf = (world: World, account: Account) => world.box.posts({ accountId: account.accountId });

/** Waits until a condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition was never met');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** An answer as the HTTP client gives it. */
export function makeAnswer(status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { kind: 'answer', status, headers, text, json, receivedAt: new Date('2026-03-04T05:06:07.000Z') };
}

/** A client that changes the JSON of what the platform answers to one path. */
export const amending =
  (http: Http, path: string, change: (json: unknown) => unknown): Http =>
  async (request) => {
    const result = await http(request);
    if (result.kind !== 'answer' || !new URL(request.url).pathname.endsWith(path)) return result;
    return makeAnswer(result.status, change(result.json), result.headers);
  };

/** An HTTP client whose every response is decided by the address. */
export const answering =
  (answer: (url: URL) => HttpResult): Http =>
  async ({ url, query }) => {
    const requestedUrl = new URL(url);
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const each of [value].flat()) requestedUrl.searchParams.append(name, each);
    }
    return answer(requestedUrl);
  };
