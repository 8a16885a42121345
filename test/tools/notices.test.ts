/** The notices that the build writes, and the check of licenses. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const text = (name: string) => readFile(name, 'utf8');
/** Names and versions, by the notices of each. */
const packagesIn = (notices: string) =>
  new Map(
    notices.split(`${'='.repeat(80)}\n`).flatMap((part) => {
      const [titles = '', content] = part.split(`\n${'-'.repeat(80)}\n`);
      if (content === undefined) return [];
      return titles.split('\n').map((title) => [title.replace(/ \S+ \(.*\)$/, ''), content.trim()] as const);
    }),
  );

describe('the notices', () => {
  let service: Map<string, string>;
  let dashboard: Map<string, string>;
  beforeAll(async () => {
    service = packagesIn(await text('.build/service/THIRD-PARTY-NOTICES.txt'));
    const [, address = ''] =
      /<link rel="license"[^>]* href="(.+?)"/.exec(await text('.build/dashboard/index.html')) ?? [];
    dashboard = packagesIn(await text(path.join('.build/dashboard', address)));
  });

  it('have the text of the license of every package in the bundle and beside it', async () => {
    const { dependencies } = JSON.parse(await text('.build/service/package.json'));
    // In the bundle; in node_modules; installed for one of those.
    const some = ['graphql', 'pino', 'pg-boss', 'typeorm', 'zod', 'nodemailer', '@smithy/core', 'detect-libc'];
    for (const name of [...Object.keys(dependencies), ...some]) {
      expect([name, (service.get(name) ?? '').length > 400]).toEqual([name, true]);
    }
    expect(service.size).toBeGreaterThan(200);
    for (const [name, content] of service) expect([name, content]).not.toEqual([name, '']);
    expect(service.get('graphql')).toContain('Copyright (c) GraphQL Contributors');
    // Without a license file: what the readme says, and the standard text, with the author of package.json.
    expect(service.get('pgpass')).toMatch(/^## License\n.+\nMIT License\n\nCopyright \(c\) Hannes H/s);
    expect([...service.keys()].filter((name) => /^(vite|rolldown|jest|react)$/.test(name))).toEqual([]);
  });

  it('have the licenses of libvips and of its parts', () => {
    const [name = ''] = [...service.keys()].filter((one) => one.startsWith('@img/sharp-libvips-'));
    const content = service.get(name) ?? '';
    expect(content).toMatch(/\| cairo +\| Mozilla Public License 1.1 +\|/);
    for (const title of [
      'GNU LESSER GENERAL PUBLIC LICENSE',
      'GNU GENERAL PUBLIC LICENSE',
      'Mozilla Public License Version 1.1',
      'The FreeType Project LICENSE',
      'libpng notices',
    ]) {
      expect(content.toLowerCase()).toContain(title.toLowerCase());
    }
  });

  it('of the dashboard are linked from its page, and name what browsers get', () => {
    for (const name of ['react', 'react-dom', '@mantine/core', 'urql', 'graphql-ws', 'recharts']) {
      expect([name, (dashboard.get(name) ?? '').includes('opyright')]).toEqual([name, true]);
    }
    expect([...dashboard.keys()]).not.toContain('pg');
  });

  it('of the command line are in its one file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cli-'));
    try {
      await promisify(execFile)(process.execPath, ['clients/cli/build.mjs', path.join(folder, 'main.mjs')]);
      const [head = ''] = (await text(path.join(folder, 'main.mjs'))).split('*/');
      expect(
        [...packagesIn(head).keys()].filter((name) => /^(@bomb\.sh\/tab|commander|graphql-ws|ws)$/.test(name)),
      ).toEqual(['@bomb.sh/tab', 'commander', 'graphql-ws', 'ws']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the check of licenses', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'licenses-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const check = async (packages: object): Promise<string> => {
    const file = path.join(folder, 'package-lock.json');
    await writeFile(file, JSON.stringify({ packages }));
    return promisify(execFile)(process.execPath, ['tools/check-licenses.mjs', file]).then(
      () => 'accepted',
      ({ stderr }) => stderr,
    );
  };
  const entry = (license?: unknown) => ({ version: '1.0.0', license });

  it('accepts the packages of the service', async () => {
    expect(await check(JSON.parse(await text('package-lock.json')).packages)).toBe('accepted');
  });

  it('accepts one of several licenses, and needs all of those that apply together', async () => {
    expect(await check({ 'node_modules/a': entry('(GPL-2.0 OR MIT)') })).toBe('accepted');
    expect(await check({ 'node_modules/a': entry('MIT AND GPL-2.0') })).toContain('\na 1.0.0: MIT AND GPL-2.0\n');
  });

  it('names each package whose license is not on the list, unknown, or allowed for another package only', async () => {
    const printed = await check({
      'node_modules/good': entry('MIT'),
      'node_modules/good/node_modules/@scope/copyleft': entry('AGPL-3.0-only'),
      'node_modules/custom': entry('SEE LICENSE IN LICENSE.md'),
      'node_modules/none': entry(),
      'node_modules/@img/sharp-libvips-linux-x64': entry('LGPL-3.0-or-later'),
      'node_modules/@img/other': entry('LGPL-3.0-or-later'),
    });
    expect(printed.trim().split('\n').slice(1)).toEqual([
      '@img/other 1.0.0: LGPL-3.0-or-later',
      '@scope/copyleft 1.0.0: AGPL-3.0-only',
      'custom 1.0.0: SEE LICENSE IN LICENSE.md',
      'none 1.0.0: no license',
    ]);
  });
});

test('the GitHub Action has the notice of what its one file contains', async () => {
  const action = await text('clients/github-action/dist/main.mjs');
  expect(action).toMatch(/^\/\/ Built by `npm run action`\. Contains:\n\/\*\n=+\n@actions\/core \S+ \(MIT\)\n-+\n/);
});
