/** `npm start` builds the documentation when somebody opens it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../support/eventually.js';
import { end, killAll, readFacts, run, type Started } from './local-start.js';

const BUILT_WITHIN_MS = 600_000;

let dataDir: string;
let service: Started;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-docs-'));
  service = await run({ DATA_DIR: dataDir, PORT: '0' });
});
afterAll(async () => {
  if (service) await end(service);
  killAll();
  await rm(dataDir, { recursive: true, force: true });
});

test(
  'who opens /docs gets the pages, at the latest when they are built',
  async () => {
    const { baseUrl } = await readFacts(dataDir);
    expect(service.output()).toContain(`${baseUrl}/docs/`);
    const open = () => fetch(`${baseUrl}/docs/quick-start`);
    // Built before, perhaps by another test.
    const first = await open();
    expect([200, 503]).toContain(first.status);
    if (first.status === 503) expect(first.headers.get('refresh')).toBe('3');
    const page = await eventually(async () => {
      const response = await open();
      return response.status === 200 ? response.text() : undefined;
    }, BUILT_WITHIN_MS);
    expect(page).toContain('Quick start');
  },
  BUILT_WITHIN_MS,
);
