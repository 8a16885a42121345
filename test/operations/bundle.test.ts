/** What an image has of the service: the bundle, and the packages that its package.json names. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { createTestDatabase } from '../support/database.js';
import { startService } from '../support/service.js';

test('it creates its tables and responds with no other packages beside it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  const db = await createTestDatabase({ empty: true });
  try {
    for (const part of ['service', 'dashboard'])
      await cp(path.join('.build', part), path.join(folder, part), { recursive: true });
    const { dependencies } = JSON.parse(await readFile(path.join(folder, 'service/package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const link = path.join(folder, 'node_modules', name);
      await mkdir(path.dirname(link), { recursive: true });
      await symlink(path.resolve('node_modules', name), link);
    }
    const service = await startService({ db, main: path.join(folder, 'service/main.js') });
    try {
      const answers = ['/health/ready', '/', '/api/v1/docs'].map((address) => request(service.url).get(address));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      await service.stop();
    }
  } finally {
    await db.drop();
    await rm(folder, { recursive: true });
  }
});

test('what opens the files of users is a process that loads nothing of the service', async () => {
  const folder = '.build/service';
  const programs = (await readdir(folder)).filter((name) => /^media-.+\.js$/.test(name));
  const texts = await Promise.all(programs.map((name) => readFile(path.join(folder, name), 'utf8')));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, file]) => file),
  );
  expect(imported).toContain('./media-image-library.js');
  expect(imported.filter((file) => !file?.startsWith('./media-'))).toEqual([]);
});
