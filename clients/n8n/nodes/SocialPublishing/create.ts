import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep, tryToParseDateTime } from 'n8n-workflow';
import { apiError, call, run, upload } from './service.js';

export interface Group extends IDataObject {
  id: string;
  status: string;
  processingStatus: string;
  posts: Array<{ platformId: string; error: { message: string; advice: string } | null }>;
}

export const GROUP = `id status processingStatus content scheduledTime publishedAt createdAt updatedAt
  posts { id platformId platform status url publishedAt error { code message advice retryable } }`;

const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed postGroup { ${GROUP} } } }`;
const READ = `query ($id: ID!) { postGroup(id: $id) { ${GROUP} } }`;
const UPDATE = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { ${GROUP} } } }`;
const UPLOAD = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { id } } }';
const COMPLETE = `mutation ($id: ID!) {
  completeUpload(input: { mediaId: $id }) { media { id fileName type mimeType status problem } }
}`;

/** A past time means now. It is constant, because a repeated request must be equal. */
const NOW = '2000-01-01T00:00:00.000Z';
const MAX_FILES = 20;
const MAX_WAIT_SECONDS = 600;

/**
 * Creates a post, or finds the one that an earlier attempt of the same item created, and continues it. With files it
 * is a draft until they have arrived.
 */
export async function createPost(context: IExecuteFunctions, item: number): Promise<IDataObject> {
  const parameter = <T>(name: string, fallback?: T) => context.getNodeParameter(name, item, fallback) as T;
  const when = parameter<string>('when');
  const files = parameter<Array<{ binaryProperty: string; altText: string }>>('media.files', []);
  if (files.length > MAX_FILES) throw wrong(context, `A post has at most ${MAX_FILES} files`, item);
  const options = parameter<{ idempotencyKey?: string; waitSeconds?: number }>('options', {});
  const post = { content: parameter<string>('content'), platformIds: idsOf(parameter('platformIds')) };
  const time = when === 'scheduled' ? timeOf(context, parameter('scheduledTime'), item) : NOW;
  const schedulesAtOnce = when !== 'draft' && files.length === 0;
  const input = {
    idempotencyKey: options.idempotencyKey || defaultKey(context, item, { post, time }),
    post,
    ...(schedulesAtOnce && { scheduledTime: time }),
  };
  const created = await run<{ replayed: boolean; postGroup: Group | null }>(context, CREATE, { input }, item);
  if (!created.postGroup) throw wrong(context, 'An earlier attempt created this post, and it was deleted since', item);
  let group = created.postGroup;
  if (files.length > 0 && group.status === 'DRAFT') {
    const media: Array<{ mediaId: string; altText: string }> = [];
    for (const { binaryProperty, altText } of files) {
      media.push({ mediaId: (await uploadFile(context, group.id, binaryProperty, item)).id as string, altText });
    }
    const schedule = when === 'draft' ? {} : { status: 'SCHEDULED', scheduledTime: time };
    const change = { postGroupId: group.id, media, ...schedule };
    // A repeat after a lost response is refused if publishing has begun.
    const accept = ['POST_GROUP_NOT_UPDATABLE'];
    const updated = await call<{ postGroup: Group }>(context, UPDATE, { input: change }, { accept, itemIndex: item });
    group = updated?.postGroup ?? (await readPost(context, group.id, item));
  }
  if (options.waitSeconds && group.status !== 'DRAFT') group = await follow(context, group, options.waitSeconds, item);
  return { ...group, replayed: created.replayed };
}

export const readPost = (context: IExecuteFunctions, id: string, item: number): Promise<Group> =>
  run<Group>(context, READ, { id }, item);

export async function uploadFile(
  context: IExecuteFunctions,
  postGroupId: string,
  property: string,
  item: number,
): Promise<IDataObject> {
  const { mimeType, fileName = 'file' } = context.helpers.assertBinaryData(item, property);
  // A hint: the bytes decide what it is.
  const type = mimeType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
  const body = await context.helpers.getBinaryDataBuffer(item, property);
  const input = { postGroupId, fileName, contentType: mimeType, type };
  const { uploadUrl, media } = await run<{ uploadUrl: string; media: { id: string } }>(
    context,
    UPLOAD,
    { input },
    item,
  );
  await upload(context, uploadUrl, { body, contentType: mimeType }, item);
  const completed = await run<{ media: IDataObject }>(context, COMPLETE, { id: media.id }, item);
  if (completed.media.status === 'INVALID') {
    throw wrong(context, `${property} cannot be published: ${String(completed.media.problem)}`, item);
  }
  return completed.media;
}

async function follow(context: IExecuteFunctions, first: Group, seconds: number, item: number): Promise<Group> {
  const end = Date.now() + Math.min(seconds, MAX_WAIT_SECONDS) * 1000;
  let group = first;
  for (
    let pause = 500;
    group.processingStatus !== 'FINISHED' && Date.now() < end;
    pause = Math.min(pause * 1.5, 5000)
  ) {
    await sleep(Math.min(pause, Math.max(end - Date.now(), 1)));
    group = await readPost(context, group.id, item);
  }
  if (group.status === 'PUBLISHED') return group;
  const failed = group.posts.flatMap(({ platformId, error }) =>
    error ? [`${platformId}: ${error.message} ${error.advice}`] : [],
  );
  const message =
    group.processingStatus === 'FINISHED'
      ? 'The post was not published everywhere'
      : `The post was not published within ${seconds} seconds; the service goes on`;
  throw apiError(context, message, [`Post ${group.id}`, ...failed.slice(0, 20)].join(' · '), item);
}

/**
 * The same key for every attempt of "Retry On Fail", and a different one for each item, each turn of a loop and each
 * execution. An agent calls a tool several times in one turn: there the key depends on the content.
 */
function defaultKey(context: IExecuteFunctions, item: number, request: object): string {
  const { $runIndex } = context.getWorkflowDataProxy(item) as { $runIndex?: number };
  const { id: workflow } = context.getWorkflow();
  const execution = context.getExecutionId();
  if (!execution) throw wrong(context, 'Outside of an execution, the option Idempotency Key is required', item);
  const isTool = context.isToolExecution?.() ?? false;
  const parts = [
    context.getInstanceId(),
    workflow,
    execution,
    context.getNode().id,
    $runIndex,
    item,
    isTool && request,
  ];
  return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

/** An expression may return one text with commas. */
export const idsOf = (value: string | string[]): string[] =>
  [value]
    .flat()
    .flatMap((text) => text.split(','))
    .map((id) => id.trim())
    .filter(Boolean);

export function timeOf(context: IExecuteFunctions, value: string, item: number): string {
  try {
    return tryToParseDateTime(value, context.getTimezone()).toUTC().toISO() as string;
  } catch {
    throw wrong(context, 'The time is not one', item);
  }
}

const wrong = (context: IExecuteFunctions, message: string, itemIndex: number): NodeOperationError =>
  new NodeOperationError(context.getNode(), message, { itemIndex });
