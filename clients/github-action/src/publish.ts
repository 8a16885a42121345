import { setTimeout as delay } from 'node:timers/promises';
import type { Inputs } from './inputs.js';
import { type ServiceClient, ServiceError } from './service-client.js';

interface PlatformPost {
  platformId: string;
  status: string;
  url: string | null;
  error: { code: string; message: string; advice: string } | null;
}

interface Group {
  id: string;
  status: string;
  processingStatus: string;
  allowedActions: string[];
  posts: PlatformPost[];
}

export interface Published {
  group: Group;
  /** Whether an earlier attempt had created it. */
  replayed: boolean;
  /** Whether it was not published in the time to wait. */
  timedOut: boolean;
}

const GROUP = 'id status processingStatus allowedActions posts { platformId status url error { code message advice } }';
const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed postGroup { ${GROUP} } } }`;
const READ = `query ($id: ID!) { postGroup(id: $id) { ${GROUP} } }`;
const UPDATE = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { ${GROUP} } } }`;
const RETRY = `mutation ($id: ID!) { retryPostGroup(input: { postGroupId: $id }) { postGroup { ${GROUP} } } }`;
const UPLOAD = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { id } } }';
const COMPLETE = `mutation ($id: ID!) { completeUpload(input: { mediaId: $id }) { media { status problem } } }`;
const ACCOUNTS = `query ($filter: ConnectedAccountFilter) {
  connectedAccounts(first: 100, filter: $filter) { edges { node { platformId } } }
}`;

const SIMILAR = `query ($filter: PostGroupFilter, $after: String) {
  postGroups(first: 100, after: $after, filter: $filter) {
    edges { node { id content createdAt posts { platformId } } } pageInfo { endCursor hasNextPage }
  }
}`;

const HOUR_MS = 3_600_000;
/** The service keeps idempotency keys for 24 hours; GitHub re-runs what is at most 30 days old. */
const KEY_KEPT_MS = 24 * HOUR_MS;
const RUN_KEPT_MS = 31 * 24 * HOUR_MS;
const MAX_PAGES = 10;

/** A past time means now. It is constant, because a repeated request must be equal. */
const NOW = '2000-01-01T00:00:00.000Z';

const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 10_000;

/**
 * Creates the post, or finds the one that an earlier attempt created, and continues it: files, schedule, a retry of
 * failed posts. `created` is called when the post exists.
 */
export async function publish(
  client: ServiceClient,
  inputs: Inputs,
  created: (published: Published) => void,
): Promise<Published> {
  const { content, media, draft, scheduledTime, idempotencyKey, attempt } = inputs;
  const platformIds = await targetsOf(client, inputs);
  const time = scheduledTime?.toISOString() ?? NOW;
  // With files it is a draft until they have arrived.
  const isDraftFirst = draft || media.length > 0;
  const input = {
    idempotencyKey,
    post: { content, platformIds },
    ...(!isDraftFirst && { scheduledTime: time }),
  };
  if (attempt > 1 && !inputs.isOwnKey) await refuseOldRun(client, content, platformIds);
  const { replayed, postGroup } = await create(client, input);
  if (!postGroup) throw new Error('An earlier attempt created this post, and it was deleted since.');
  let group = postGroup;
  const report = (timedOut = false): Published => ({ group, replayed, timedOut });
  created(report());
  if (group.status === 'DRAFT' && isDraftFirst && !(draft && media.length === 0)) {
    group = await complete(client, group, inputs, time);
  } else if (replayed && attempt > 1 && group.allowedActions.includes('RETRY')) {
    group = await retry(client, group);
  }
  if (group.status === 'DRAFT') return report();
  const end = Date.now() + inputs.waitSeconds * 1000;
  if (scheduledTime && scheduledTime.getTime() > end) return report();
  for (
    let pause = FIRST_PAUSE_MS;
    group.processingStatus !== 'FINISHED';
    pause = Math.min(pause * 1.5, LAST_PAUSE_MS)
  ) {
    const left = end - Date.now();
    if (left <= 0) return report(inputs.waitSeconds > 0);
    await delay(Math.min(pause, left));
    group = await client.run<Group>(READ, { id: group.id });
    // Another user returned it to draft meanwhile.
    if (group.status === 'DRAFT') return report();
  }
  return report();
}

async function targetsOf(client: ServiceClient, { accounts, platforms }: Inputs): Promise<string[]> {
  if (platforms.length === 0) return accounts;
  type Accounts = { edges: { node: { platformId: string } }[] };
  const { edges } = await client.run<Accounts>(ACCOUNTS, { filter: { platforms } });
  if (edges.length === 0) throw new Error(`No account is connected of ${platforms.join(', ')}.`);
  return [...new Set([...accounts, ...edges.map(({ node }) => node.platformId)])];
}

interface Similar {
  edges: { node: { id: string; content: string; createdAt: string; posts: { platformId: string }[] } }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

/** Refuses an old run: its key has expired, so a re-run would post again. */
async function refuseOldRun(client: ServiceClient, content: string, platformIds: string[]): Promise<void> {
  const now = Date.now();
  const createdAt = { from: new Date(now - RUN_KEPT_MS), to: new Date(now - KEY_KEPT_MS + HOUR_MS) };
  const filter = { platformIds: platformIds.slice(0, 100), createdAt };
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { edges, pageInfo }: Similar = await client.run(SIMILAR, { filter, after });
    for (const { node } of edges) {
      if (node.content !== content || !node.posts.some((post) => platformIds.includes(post.platformId))) continue;
      throw new Error(
        `The post ${node.id} of ${node.createdAt} has the same text. If an earlier attempt of this run created it, nothing ` +
          'is left to do. Nothing was posted; to post the text again, start a new run, or set idempotency-key.',
      );
    }
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

async function create(client: ServiceClient, input: object): Promise<{ replayed: boolean; postGroup: Group | null }> {
  try {
    return await client.run(CREATE, { input });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'IDEMPOTENCY_KEY_REUSED') throw error;
    throw new Error(
      'This step has already created another post in this run: its content, targets or time have changed since. ' +
        'Nothing was posted. To create another post, set a different idempotency-key.',
    );
  }
}

/** Uploads the files to the draft and schedules it; files of an earlier attempt that ended in between are replaced. */
async function complete(client: ServiceClient, group: Group, inputs: Inputs, time: string): Promise<Group> {
  const media: { mediaId: string; altText: string }[] = [];
  for (const file of inputs.media) {
    const { name: fileName, contentType, type } = file;
    const input = { postGroupId: group.id, fileName, contentType, type };
    const { uploadUrl, media: created } = await client.run<{ uploadUrl: string; media: { id: string } }>(UPLOAD, {
      input,
    });
    await client.upload(new URL(uploadUrl, inputs.url).href, file);
    type Completed = { media: { status: string; problem: string | null } };
    const completed = await client.run<Completed>(COMPLETE, { id: created.id });
    if (completed.media.status === 'INVALID') throw new Error(`media: ${fileName}: ${completed.media.problem}`);
    media.push({ mediaId: created.id, altText: file.altText });
  }
  const schedule = inputs.draft ? {} : { status: 'SCHEDULED', scheduledTime: time };
  const input = { postGroupId: group.id, media, ...schedule };
  return unlessDone(client, group, 'POST_GROUP_NOT_UPDATABLE', () =>
    client.run<{ postGroup: Group }>(UPDATE, { input }),
  );
}

/** Retries failed posts in a re-run, without those that may be live. */
const retry = (client: ServiceClient, group: Group): Promise<Group> =>
  unlessDone(client, group, 'POST_GROUP_NOT_RETRYABLE', () =>
    client.run<{ postGroup: Group }>(RETRY, { id: group.id }),
  );

/** Ignores a refusal that shows that an earlier request, whose response was lost, was executed. */
async function unlessDone(
  client: ServiceClient,
  { id }: Group,
  code: string,
  change: () => Promise<{ postGroup: Group }>,
): Promise<Group> {
  try {
    return (await change()).postGroup;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== code) throw error;
    return client.run<Group>(READ, { id });
  }
}
