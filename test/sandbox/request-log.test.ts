import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import type { SandboxRequest } from '../../sandbox/types.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Attached, Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { contentsOf } from '../platforms/contents.js';
import { drive } from '../platforms/driving.js';
import { allow, loginRequestFor } from '../platforms/logging-in.js';
import { type MediaFiles, openMediaFiles } from '../platforms/media-files.js';
import { attach, attachedOf, clock, typedFor } from '../platforms/support.js';

const { http, close } = makeHttp({ timeoutMs: 20_000 });
const secrets: string[] = [];
let dataDir: string;
let box: Sandbox;
let files: MediaFiles;
let log: SandboxRequest[];
let text: string;

/** Everything that platforms are sent: logins, renewals, checks, every kind of post. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  box = await startSandbox({ port: 0, dataDir });
  files = await openMediaFiles();
  for (const platform of platforms.values()) await exercise(platform);
  await box.close();
  text = await readFile(join(dataDir, 'requests.jsonl'), 'utf8');
  log = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}, 120_000);
afterAll(async () => {
  await Promise.all([close(), files.close()]);
  await rm(dataDir, { recursive: true });
});

async function exercise(platform: Platform): Promise<void> {
  const owner = box.createAccount(platform.key);
  const setup = { ...NO_SETUP, baseUrl: owner.baseUrl, client: box.clients[platform.key] };
  const attached = (await logIn(platform, owner)) ?? attachedOf(await typeIn(platform, owner));
  let account: Account = { ...attached, baseUrl: owner.baseUrl };
  const refreshed = await platform.session?.(http, setup).refresh(account);
  if (refreshed?.kind === 'refreshed') account = { ...account, credentials: refreshed.credentials };
  note(account.credentials);
  await platform.probe?.(http, account, setup);
  for (const { make } of contentsOf(platform)) {
    const { step } = await drive(() => platform.publisher(http, setup, clock), await make(files), account);
    expect({ key: platform.key, ...step }).toMatchObject({ key: platform.key, kind: 'published' });
  }
}

async function logIn({ key, authorization }: Platform, owner: SandboxAccount): Promise<Attached | null> {
  if (!authorization) return null;
  const setup = { ...NO_SETUP, baseUrl: owner.baseUrl, client: box.clients[key] };
  const loginRequest = loginRequestFor(authorization, owner);
  const startedLogin = await authorization.begin(http, setup, loginRequest);
  const code = (await allow(startedLogin, [owner])).get('code') ?? '';
  const remembered = startedLogin.kind === 'begun' ? startedLogin.remembered : {};
  const granted = await authorization.complete(http, setup, { ...loginRequest, code, remembered });
  if (granted.kind === 'failed') throw new Error(granted.failure.message);
  secrets.push(code, loginRequest.codeVerifier, box.clients[key].secret, remembered.secret ?? code);
  const [attached] = granted.accounts;
  if (!attached) throw new Error(`${key} gave no account`);
  note(attached.credentials);
  return attached;
}

const typeIn = (platform: Platform, owner: SandboxAccount) =>
  attach(http, platform, typedFor(platform, owner), owner.baseUrl);

function note(credentials: Record<string, string>): void {
  for (const [name, value] of Object.entries(credentials)) {
    if (/token|jwt|password/i.test(name)) secrets.push(value);
  }
}

test('every platform is in the log, in lines of the same form', () => {
  expect(new Set(log.map(({ platform }) => platform))).toEqual(new Set(platforms.keys()));
  for (const request of log) {
    expect(request).toMatchObject({
      method: expect.stringMatching(/^[A-Z]+$/),
      path: expect.stringMatching(/^\//),
      query: expect.any(Object),
      headers: { host: expect.any(String) },
      status: expect.any(Number),
    });
  }
});

test('no secret that a platform was shown is in the log', () => {
  expect(new Set(secrets).size).toBeGreaterThan(40);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encodeURIComponent(secret));
  }
});

test('a form with files is its fields, and of each file what it is called, is and weighs', () => {
  const forms = log.filter(({ headers }) => headers['content-type']?.startsWith('multipart/'));
  expect(forms.length).toBeGreaterThan(5);
  const size = expect.any(Number);
  const file = { field: expect.any(String), fileName: expect.any(String), contentType: expect.any(String), size };
  for (const { body } of forms) {
    const { files: sent } = body as { files: unknown[] };
    expect(body).toEqual({ fields: expect.any(Object), files: sent.map(() => file) });
  }
});

test('of bytes that are no form nothing is kept', () => {
  const raw = log.filter(({ headers }) =>
    /^(image|video|application\/octet-stream)/.test(headers['content-type'] ?? ''),
  );
  expect(new Set(raw.map(({ platform }) => platform))).toContain('skyfeed');
  for (const request of raw) expect(request).not.toHaveProperty('body');
});
