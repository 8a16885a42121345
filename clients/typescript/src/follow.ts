/** Live progress that continues after a lost connection. */
import { type Api, GetPostGroup, type ProgressEvent } from './operations.js';
import type { Endpoint } from './options.js';
import { runOperation } from './run-operation.js';

/** Steps after which none may follow: a comment can come after the finish. */
const MAY_BE_LAST: ReadonlySet<string> = new Set(['GROUP_FINISHED', 'ANNOTATED']);

export interface FollowOptions {
  /** Ends following with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Only the steps after this one: the `sequence` of the last that you know. All by default; they are kept for seven days. */
  after?: number | undefined;
}

/**
 * The steps of a post's publishing, each once and in order, also over lost connections. Ends when every platform post has
 * ended, and when the post is deleted. Fails when a connection was lost and could not be
 * opened again, `retries` times in a row.
 */
export async function* follow(
  endpoint: Endpoint,
  api: Api,
  postGroupId: string,
  options: FollowOptions = {},
): AsyncGenerator<ProgressEvent, void, undefined> {
  const { after = 0, signal } = options;
  // If nothing can follow the last known step, it is the final one.
  const isLookedAt = after > 0 && (await readGroup(endpoint, postGroupId, signal))?.processingStatus === 'FINISHED';
  const known = isLookedAt ? after - 1 : after;
  for await (const step of api.postProgress({ postGroupId, after: known }, { signal })) {
    if (step.sequence > after) yield step;
    if (MAY_BE_LAST.has(step.type) && (await isLastFinish(endpoint, step, signal))) return;
  }
}

/** Whether a finish is the last one: a retried post finishes again, and the steps may be older than the retry. */
async function isLastFinish(
  endpoint: Endpoint,
  { postGroupId, occurredAt }: ProgressEvent,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const postGroup = await readGroup(endpoint, postGroupId, signal);
  return !postGroup || (postGroup.processingStatus === 'FINISHED' && postGroup.updatedAt <= occurredAt);
}

async function readGroup(endpoint: Endpoint, id: string, signal: AbortSignal | undefined) {
  return (await runOperation(endpoint, GetPostGroup, { id }, { signal, isRepeatable: true })).postGroup;
}
