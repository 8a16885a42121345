/** Subscribers hear of every change of a group's files, and of a draft's time, with the group as it is then. */

import sharp from 'sharp';
import { makeEditing } from '../graphql/editing.js';
import { file, type MediaSource, openMediaSource } from '../media/media-source.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';
import { follow, LATER, typesOf } from './support.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks' },
});
const editing = await makeEditing(db, service);
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();
let source: MediaSource;

beforeAll(async () => {
  source = await openMediaSource();
  source.answers = { '/a.png': file(picture) };
});
afterAll(async () => {
  source?.close();
  await editing.sandbox.close();
});

const OF_GROUP = `subscription ($id: ID!) {
  postProgress(postGroupId: $id, after: 0) { sequence type postGroup { scheduledTime updatedAt media { edges { node { status problem } } } } } }`;
const OF_ACCOUNT =
  'subscription { accountActivity { type postGroupId postGroup { media { edges { node { status } } } } } }';

interface Files {
  edges: { node: { status: string; problem: string | null } }[];
}
interface Edited {
  postGroup: { scheduledTime: string | null; updatedAt: string; media: Files };
}

/** A draft, and what a subscriber of its steps received. */
async function openDraft() {
  const { platformIds } = await editing.connect('fediverse');
  const { id } = await editing.create({ content: 'Hi', platformIds });
  const client = openSocket(service, editing.headers);
  const following = follow(client, OF_GROUP, { id });
  const account = follow(client, OF_ACCOUNT);
  /** The group as the event number `count` of its edits shows it; that is the last one so far. */
  const edited = (count: number) =>
    eventually(async () => {
      const steps = following.steps.filter(({ type }) => type === 'EDITED');
      return steps.length >= count ? (steps[count - 1] as unknown as Edited).postGroup : undefined;
    });
  return { id, following, account, edited, close: () => client.dispose() };
}
const statuses = ({ media }: Edited['postGroup']) => nodesOf(media).map(({ status }) => status);

test('a file that is added, uploaded, inspected and removed, once each, and none for reading it', async () => {
  const { id, following, account, edited, close } = await openDraft();
  const opened = await editing.open({
    postGroupId: id,
    fileName: 'a.png',
    contentType: 'image/png',
    type: 'IMAGE',
  });
  expect(statuses(await edited(1))).toEqual(['PENDING_UPLOAD']);

  const headers = { 'content-type': 'image/png' };
  expect((await fetch(opened.uploadUrl, { method: 'PUT', headers, body: picture })).status).toBe(200);
  const complete = () => editing.succeed('completeUpload', { mediaId: opened.media.id });
  await Promise.all([complete(), complete(), complete()]);
  expect(statuses(await edited(2))).toEqual(['READY']);

  await complete();
  await editing.read(id);
  await graphql(service, editing.headers, 'query ($id: ID!) { validatePost(input: { postGroupId: $id }) { valid } }', {
    id,
  });
  const query = 'mutation ($id: ID!) { deleteMedia(input: { mediaId: $id }) { deletedMediaId } }';
  expect((await graphql(service, editing.headers, query, { id: opened.media.id })).errors).toBeUndefined();
  const last = await edited(3);
  expect(statuses(last)).toEqual([]);
  expect(last.updatedAt).toBe((await editing.read(id)).updatedAt);
  expect(typesOf(following.steps)).toEqual(['CREATED', 'EDITED', 'EDITED', 'EDITED']);
  await eventually(async () => account.steps.filter(({ type }) => type === 'EDITED').length >= 2 || undefined);
  await close();
});

test('a file that a worker fetches: READY, or INVALID with the reason', async () => {
  const { id, edited, following, close } = await openDraft();
  const query = `mutation ($input: CreateUploadFromUrlInput!) { createUploadFromUrl(input: $input) { media { id } } }`;
  const add = async (at: string) => {
    const input = { postGroupId: id, url: source.origin + at, type: 'IMAGE' };
    expect((await graphql(service, editing.headers, query, { input })).errors).toBeUndefined();
  };
  await add('/a.png');
  expect(statuses(await edited(2))).toEqual(['READY']);
  await add('/none');
  const { media } = await edited(4);
  expect(nodesOf(media).map(({ problem }) => problem)).toEqual([
    null,
    'The file could not be fetched: the server answered 404',
  ]);
  expect(typesOf(following.steps)).toEqual(['CREATED', 'EDITED', 'EDITED', 'EDITED', 'EDITED']);
  await close();
});

test('the time that a draft keeps, and its end', async () => {
  const { id, edited, close } = await openDraft();
  await editing.update(id, { status: 'DRAFT', scheduledTime: LATER });
  expect((await edited(1)).scheduledTime).toBe(LATER);
  await editing.update(id, { scheduledTime: null });
  const { scheduledTime, updatedAt } = await edited(2);
  expect([scheduledTime, updatedAt]).toEqual([null, (await editing.read(id)).updatedAt]);
  await close();
});
