/** The operations and the example file of docs/guides/import.md. */
import { readFileSync } from 'node:fs';
import { createAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { useService } from '../support/service.js';
import { importing } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });

test('the operations of the guide import its example file', async () => {
  const account = await createAccount(db, { connected: ['fediverse-1', 'microblog-1'] });
  const owner = await account.session();
  const { run, ended } = importing(service, () => owner);
  const [preview = '', start = '', read = '', ask = '', undo = ''] = codeBlocks('docs/guides/import.md').map(
    ({ code }) => code,
  );
  const file = readFileSync('docs/guides/posts-to-import.csv', 'utf8');
  const { data: shown } = await run(preview, { file });
  expect(shown.previewImport).toMatchObject({
    totals: { rows: 3, ready: 3, invalid: 0, scheduled: 2, queued: 0, drafts: 1 },
    newLabels: ['Opening', 'Photos', 'Ideas'],
  });
  const { data: started } = await run(start, { file });
  const { id } = started.importPosts.import;
  await ended(id);
  const { data } = await run(read, { id });
  expect(data.import.counts).toMatchObject({ rows: 3, created: 3, failed: 0 });
  expect((await run(ask, { id })).data.import.undo).toEqual({ removed: 3, kept: 0 });
  expect((await run(undo, { id })).data.undoImport.import).toMatchObject({
    id,
    status: expect.stringMatching(/^UNDO/),
  });
});
