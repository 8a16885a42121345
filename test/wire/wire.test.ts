import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../sandbox/sandbox.js';
import type { SandboxRequest } from '../../sandbox/types.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import type { PlatformKey } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { openMediaFiles } from '../platforms/media-files.js';
import { clock } from '../platforms/support.js';
import { check } from './check.js';
import type { Logged } from './endpoint.js';
import { wires } from './endpoints.js';
import { fieldsOf, requestsOf } from './pages.js';
import { exercise } from './traffic.js';

const sent = new Map<PlatformKey, Logged[]>();
const opened: (() => Promise<unknown>)[] = [];

/** What the service sends to each platform, by the sandbox's log. */
beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wire-'));
  opened.push(() => rm(dataDir, { recursive: true }));
  const box = await startSandbox({ port: 0, dataDir, clock: () => clock().getTime() });
  opened.push(box.close);
  const files = await openMediaFiles();
  opened.push(files.close);
  const { http, close } = makeHttp({ timeoutMs: 20_000 });
  opened.push(close);
  for (const platform of platforms.values()) sent.set(platform.key, await exercise(platform, box, files, http));
  await box.close();
  const log = (await readFile(path.join(dataDir, 'requests.jsonl'), 'utf8')).trim().split('\n');
  for (const line of log) {
    const request: SandboxRequest = JSON.parse(line);
    // Browsers visit the sandbox, too.
    if (request.headers['user-agent'] === 'social-publishing-service') sent.get(request.platform)?.push(request);
  }
}, 300_000);
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

const keys = [...platforms.keys()];
const pageOf = (key: PlatformKey) => `docs/platforms/${key}.md`;
const unique = (texts: readonly string[]) => [...new Set(texts)].sort();
/** The parameters of an address that the platform gives are its own. */
const given = (address: string) => /^\w+ \{/.test(address);

test.each(keys)('%s: everything that is sent is as the platform documents it', (key) => {
  const findings = (sent.get(key) ?? []).flatMap((request) =>
    check(wires[key], request).findings.map(
      (finding) => `${request.method} ${request.url ?? request.path}: ${finding}`,
    ),
  );
  expect([...new Set(findings)]).toEqual([]);
});

test.each(keys)('%s: every endpoint has been called', (key) => {
  const called = (sent.get(key) ?? []).map((request) => check(wires[key], request).endpoint?.address);
  expect([...new Set(called)].sort()).toEqual(wires[key].endpoints.map(({ address }) => address).sort());
});

test.each(keys)('docs/platforms/%s.md has every endpoint, and no other', (key) => {
  const addresses = wires[key].endpoints.map(({ address }) => address);
  expect(requestsOf(pageOf(key)).map(({ address }) => address)).toEqual(addresses);
});

test.each(keys)('docs/platforms/%s.md says what is sent: content types, parameters and fields', (key) => {
  const requests = (sent.get(key) ?? []).map((request) => ({ request, ...check(wires[key], request) }));
  const seen = wires[key].endpoints.map(({ address }) => {
    const own = requests.filter(({ endpoint }) => endpoint?.address === address).map(({ request }) => request);
    const contentTypes = own.flatMap(({ headers }) => headers['content-type']?.replace(/; boundary=.*/, '') ?? []);
    return {
      address,
      contentTypes: unique(contentTypes),
      fields: given(address) ? [] : unique(own.flatMap(fieldsOf)),
      source: expect.stringMatching(/\[.+\].*20\d\d-\d\d-\d\d$/),
    };
  });
  expect(requestsOf(pageOf(key))).toEqual(seen);
});
