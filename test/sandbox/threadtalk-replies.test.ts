import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { graphClient, refusal, tokenWith } from './graph-support.js';
import { closeSandboxes, sandbox } from './support.js';
import { postOnThreadtalk, reply } from './threadtalk-support.js';

afterEach(closeSandboxes);

let box: Sandbox;
let owner: SandboxAccount;
let ann: SandboxAccount;
let graph: ReturnType<typeof graphClient>;
let root: string;
beforeEach(async () => {
  box = await sandbox();
  owner = box.createAccount('threadtalk');
  ann = box.createAccount('threadtalk');
  graph = graphClient(owner, 'v1.0');
  root = await post(owner);
});

const post = (author: SandboxAccount) => postOnThreadtalk(author, 'Hello');

const FIELDS = 'text,hide_status,has_replies,root_post,replied_to,is_reply_owned_by_me';
const conversation = (id = root, query: Record<string, string> = {}, token?: string) =>
  graph.get(`/${id}/conversation`, { fields: FIELDS, ...query }, token);
const manage = (id: string, hide = 'true', token?: string) => graph.post(`/${id}/manage_reply`, { hide }, token);
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

describe('GET /:id/conversation', () => {
  test('lists the replies at every depth, newest first unless said otherwise', async () => {
    const first = await reply(ann, root, 'First');
    const nested = await reply(owner, first, 'Thanks');
    const { body } = await conversation();
    expect(body.data).toEqual([
      {
        ...{ id: nested, text: 'Thanks', hide_status: 'NOT_HUSHED', has_replies: false, is_reply_owned_by_me: true },
        ...{ root_post: { id: root }, replied_to: { id: first } },
      },
      {
        ...{ id: first, text: 'First', hide_status: 'NOT_HUSHED', has_replies: true, is_reply_owned_by_me: false },
        ...{ root_post: { id: root }, replied_to: { id: root } },
      },
    ]);
    expect(idsOf(await conversation(root, { reverse: 'false' }))).toEqual([first, nested]);
  });

  test('in pages, with the cursor of the next one', async () => {
    const all = [await reply(ann, root, 'One'), await reply(ann, root, 'Two'), await reply(ann, root, 'Three')];
    const page = await conversation(root, { limit: '2' });
    expect(idsOf(page)).toEqual([all[2], all[1]]);
    const last = await conversation(root, { limit: '2', after: page.body.paging.cursors.after });
    expect([idsOf(last), last.body.paging.next]).toEqual([[all[0]], undefined]);
  });

  test('of the account’s own root posts only', async () => {
    const theirs = await post(ann);
    const nested = await reply(ann, root, 'Hi');
    expect(await conversation(theirs)).toMatchObject(refusal(100, 33));
    expect(await conversation('17')).toMatchObject(refusal(100, 33));
    expect(await conversation(await reply(owner, root, 'Mine'))).toMatchObject(refusal(100));
    expect(await conversation(nested)).toMatchObject(refusal(100, 33));
  });

  test('for a token that may read replies', async () => {
    const without = await tokenWith(box, owner, ['threads_basic', 'threads_manage_replies']);
    expect(await conversation(root, {}, without)).toMatchObject(refusal(10));
    const reading = await tokenWith(box, owner, ['threads_basic', 'threads_read_replies']);
    expect((await conversation(root, {}, reading)).status).toBe(200);
  });
});

describe('POST /:id/manage_reply', () => {
  const statuses = async () =>
    Object.fromEntries(
      (await conversation()).body.data.map((one: { id: string; hide_status: string }) => [one.id, one.hide_status]),
    );

  test('hides a reply with those to it, and shows it again', async () => {
    const [first, other] = [await reply(ann, root, 'Spam'), await reply(ann, root, 'Nice')];
    const nested = await reply(ann, first, 'More');
    expect(await manage(first)).toMatchObject({ status: 200, body: { success: true } });
    expect(await statuses()).toEqual({ [first]: 'HIDDEN', [nested]: 'HIDDEN', [other]: 'NOT_HUSHED' });
    expect(await manage(first, 'false')).toMatchObject({ status: 200, body: { success: true } });
    expect(await statuses()).toEqual({ [first]: 'UNHUSHED', [nested]: 'UNHUSHED', [other]: 'NOT_HUSHED' });
  });

  test('only replies directly to a post of the account', async () => {
    const first = await reply(ann, root, 'Hi');
    const toTheirs = await reply(owner, await post(ann), 'Hi');
    expect(await manage(await reply(ann, first, 'Deeper'))).toMatchObject(refusal(100));
    for (const id of [root, toTheirs, '17']) expect(await manage(id)).toMatchObject(refusal(100, 33));
    expect(await manage(first, 'yes')).toMatchObject(refusal(100));
    expect(await graph.post(`/${first}/manage_reply`, {})).toMatchObject(refusal(100));
    expect(await statuses()).toMatchObject({ [first]: 'NOT_HUSHED' });
  });

  test('for a token that may manage replies', async () => {
    const first = await reply(ann, root, 'Hi');
    const reading = await tokenWith(box, owner, ['threads_basic', 'threads_read_replies']);
    expect(await manage(first, 'true', reading)).toMatchObject(refusal(10));
    const managing = await tokenWith(box, owner, ['threads_basic', 'threads_manage_replies']);
    expect((await manage(first, 'true', managing)).status).toBe(200);
  });

  test('outlives the sandbox', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
    try {
      box = await sandbox(dataDir);
      [owner, ann] = [box.createAccount('threadtalk'), box.createAccount('threadtalk')];
      graph = graphClient(owner, 'v1.0');
      root = await post(owner);
      const first = await reply(ann, root, 'Spam');
      await manage(first);
      await box.close();
      box = await sandbox(dataDir);
      graph = graphClient({ ...owner, baseUrl: box.baseUrls.threadtalk }, 'v1.0');
      expect(await statuses()).toEqual({ [first]: 'HIDDEN' });
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});
