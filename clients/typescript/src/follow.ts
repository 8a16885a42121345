/** Live progress that continues after a lost connection. */
import { pauseBefore, sleep } from './http.js';
import { FollowPost, GetPostGroup, type ProgressEvent } from './operations.js';
import type { Endpoint } from './options.js';
import { PublishingError } from './publishing-error.js';
import { runOperation } from './run-operation.js';
import type { Subscribe } from './socket.js';

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
  subscribe: Subscribe,
  postGroupId: string,
  options: FollowOptions = {},
): AsyncGenerator<ProgressEvent, void, undefined> {
  const { after = 0, signal } = options;
  // If nothing can follow the last known step, it is the final one.
  const isLookedAt = after > 0 && (await readGroup(endpoint, postGroupId, signal))?.processingStatus === 'FINISHED';
  const known = isLookedAt ? after - 1 : after;
  for await (const step of steps(endpoint, subscribe, postGroupId, { signal, after: known })) {
    if (step.sequence > after) yield step;
    if (step.type === 'GROUP_FINISHED' && (await isLastFinish(endpoint, step, signal))) return;
  }
}

/** A post may be due in months, so a connection that lasted resets the count of failures. */
const LASTING_MS = 60_000;

/** All steps, without an end. */
async function* steps(
  endpoint: Endpoint,
  subscribe: Subscribe,
  postGroupId: string,
  { signal, after = 0 }: FollowOptions,
): AsyncGenerator<ProgressEvent, void, undefined> {
  let last = after;
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    const openedAt = Date.now();
    try {
      for await (const { postProgress: step } of subscribe(FollowPost, { postGroupId, after: last }, signal)) {
        failures = 0;
        last = step.sequence;
        yield step;
      }
      return;
    } catch (error) {
      failures = Date.now() - openedAt < LASTING_MS ? failures + 1 : 1;
      const isTemporary = error instanceof PublishingError && error.retryable;
      if (!isTemporary || failures > endpoint.retries) throw error;
    }
    await sleep(pauseBefore(failures), signal);
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
