import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';

type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any form.
  body: any;
}

const running: Sandbox[] = [];
let heldAt: number | undefined;

/** Until `releaseWork`, no platform finishes its work on media: what it answers meanwhile can be shown on a busy machine. */
export const holdWork = (): void => {
  heldAt = Date.now();
};
export const releaseWork = (): void => {
  heldAt = undefined;
};

/** Starts a sandbox; the test's file closes it with `afterEach(closeSandboxes)`. */
export async function sandbox(dataDir?: string): Promise<Sandbox> {
  const started = await startSandbox({
    port: 0,
    clock: () => heldAt ?? Date.now(),
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  running.push(started);
  return started;
}

export async function closeSandboxes(): Promise<void> {
  releaseWork();
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
}

/** Sends a request; a body that is an object goes as JSON, URLSearchParams as a form. */
export async function call(url: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<Answer> {
  const asJson = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  const headers = { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers };
  const res = await fetch(url, { signal: AbortSignal.timeout(30_000), ...asJson, ...init, headers });
  const text = await res.text();
  const isJson = res.headers.get('content-type')?.includes('json') ?? false;
  return { status: res.status, headers: res.headers, body: isJson ? JSON.parse(text) : text };
}

const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

export const demo = (box: Sandbox, platform: SandboxAccount['platform']): SandboxAccount => {
  const account = box.accounts.find((each) => each.platform === platform);
  if (!account) throw new Error(`no demo account of ${platform}`);
  return account;
};

const secret = (account: SandboxAccount, name: string): string => account.credentials[name] ?? '';

export const fediverseHeaders = (account: SandboxAccount) => bearer(secret(account, 'accessToken'));

/** Publishes on fediverse. */
export function toot(account: SandboxAccount, form: Json, key?: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { ...fediverseHeaders(account), ...(key === undefined ? {} : { 'idempotency-key': key }) };
  return call(`${account.baseUrl}/api/v1/statuses`, { json: form, headers, ...init });
}

/** Logs in on skyfeed; gives the headers for further calls. */
export async function login(account: SandboxAccount): Promise<{ authorization: string; session: Json }> {
  const { identifier, appPassword: password } = account.credentials;
  const answer = await call(`${account.baseUrl}/xrpc/com.atproto.server.createSession`, {
    json: { identifier, password },
  });
  return { ...bearer(String(answer.body.accessJwt)), session: answer.body };
}

export const record = (text: string, more: Json = {}): Json => ({
  $type: 'app.bsky.feed.post',
  text,
  createdAt: '2026-01-02T03:04:05.678Z',
  ...more,
});

/** Writes a record on skyfeed. */
export function put(
  account: SandboxAccount,
  authorization: string,
  rkey: string,
  value: Json,
  more: Json = {},
  init: RequestInit = {},
): Promise<Answer> {
  return call(`${account.baseUrl}/xrpc/com.atproto.repo.putRecord`, {
    json: { repo: account.accountId, collection: 'app.bsky.feed.post', rkey, record: value, ...more },
    headers: { authorization },
    ...init,
  });
}

export const botUrl = (account: SandboxAccount, method: string): string =>
  `${account.baseUrl}/bot${secret(account, 'botToken')}/${method}`;

/** Publishes on messenger. */
export function message(account: SandboxAccount, form: Json, init: RequestInit = {}): Promise<Answer> {
  return call(botUrl(account, 'sendMessage'), { json: { chat_id: account.accountId, ...form }, ...init });
}
