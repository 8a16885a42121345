import { type S3Server, startS3Server } from '../storage/s3-server.js';
import type { Service } from '../support/service.js';
import { mediaOf } from './media-files.js';
import { openPublishing, type PublishingWorld } from './publishing-support.js';

let bucket: S3Server;
let world: PublishingWorld;
let worker: Service;

beforeAll(async () => {
  bucket = await startS3Server();
  world = await openPublishing(bucket.env);
  worker = await world.startWorker();
});
afterAll(async () => {
  await worker?.stop();
  await world?.close();
  await bucket?.close();
});

/** Requests for whole objects; what is inspected is read in ranges. */
const wholeReads = () =>
  bucket.requests.filter(({ method, headers }) => method === 'GET' && headers.range === undefined).length;
const writes = () => bucket.requests.filter(({ method, url }) => method === 'PUT' && url?.includes('converted')).length;

/** Publishes to two accounts of each of three platforms that are sent the bytes, and returns what these have. */
async function publishToSix(media: Parameters<PublishingWorld['schedule']>[2]) {
  const platforms = ['fediverse', 'skyfeed', 'messenger'] as const;
  const targets = [...platforms, ...platforms].map((platform) => world.box.createAccount(platform));
  await world.ended(await world.schedule(targets, 'Once', media));
  return targets.map(({ accountId }) => world.box.posts({ accountId }));
}

test('a worker reads a video from storage once for all targets of a post', async () => {
  const clip = await world.files.padded(await world.files.clip(), 2_000_000);
  const before = wholeReads();
  const published = await publishToSix([clip]);
  const sent = await mediaOf(clip);
  expect(published).toEqual(Array(6).fill([expect.objectContaining({ media: [expect.objectContaining(sent)] })]));
  expect(wholeReads() - before).toBe(1);
});

test('an image is read once, and converted once for each rule of a platform', async () => {
  const [readsBefore, writesBefore] = [wholeReads(), writes()];
  const published = await publishToSix([await world.files.image('png', 400, 300)]);
  expect(published.map((posts) => posts.length)).toEqual(Array(6).fill(1));
  expect(wholeReads() - readsBefore).toBe(1);
  expect(writes() - writesBefore).toBe(3);
});
