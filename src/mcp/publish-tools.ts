import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { readGroup } from './read-tools.js';
import { GROUP, group, id, postGroupId, showGroup } from './shapes.js';
import { assertConfirmed, CHANGES, confirm, READS, tool } from './tool.js';

/** Less than the minute after which clients give up a request. */
const LONGEST_WAIT_SECONDS = 50;
const POLL_MS = 1_000;

export const retryPost = tool({
  name: 'retry_post',
  title: 'Publish the failed parts of a post again',
  description:
    'Publishes what has failed of a post again, at once. Read why it failed with get_post first: what has to change is in error.advice. Needs confirm: true.',
  input: z.strictObject({
    postGroupId,
    acknowledgeUnknownOutcome: z
      .boolean()
      .default(false)
      .describe('true: the user looked at the accounts, and posts that failed with OUTCOME_UNKNOWN are not live.'),
    confirm,
  }),
  output: z.object({
    post: group,
    results: z
      .array(
        z.object({
          platformPostId: z.string(),
          platformId: z.string(),
          status: z.string(),
          error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why it was not queued.'),
        }),
      )
      .max(100),
  }),
  annotations: CHANGES,
  async call({ confirm, ...input }, { run }) {
    assertConfirmed(confirm, 'the failed parts of the post are published again, at once.');
    const { retryPostGroup } = await run(
      graphql(
        `
          mutation McpRetryPost($input: RetryPostGroupInput!) {
            retryPostGroup(input: $input) {
              postGroup {
                ...McpGroup
              }
              results {
                platformPost {
                  id
                  platformId
                  status
                }
                error {
                  code
                  message
                }
              }
            }
          }
        `,
        [GROUP],
      ),
      { input },
    );
    const { postGroup, results } = retryPostGroup as NonNullable<typeof retryPostGroup>;
    return {
      post: showGroup(postGroup),
      results: results
        .slice(0, 100)
        .map(({ platformPost: { id: platformPostId, ...rest }, error }) => ({ platformPostId, ...rest, error })),
    };
  },
});

const ENDED = new Set(['PUBLISHED', 'FAILED', 'DELETED']);

export const waitForPost = tool({
  name: 'wait_for_post',
  title: 'Wait until a post is published',
  description: `Waits until every platform post of a post has ended, at most ${LONGEST_WAIT_SECONDS} seconds, with progress notifications. Answers at once for a draft, and for a post that is due later than that. finished says whether to call it again.`,
  input: z.strictObject({
    postGroupId,
    timeoutSeconds: z.int().min(1).max(LONGEST_WAIT_SECONDS).default(30),
  }),
  output: z.object({ finished: z.boolean(), post: group }),
  annotations: READS,
  async call({ postGroupId, timeoutSeconds }, call) {
    const { signal, progress } = call;
    const deadline = Date.now() + timeoutSeconds * 1000;
    let reported = -1;
    for (;;) {
      const post = await readGroup(call, postGroupId);
      const { platformPosts } = post;
      const ended = platformPosts.filter(({ status }) => ENDED.has(status)).length;
      if (ended > reported) {
        reported = ended;
        await progress(ended, platformPosts.length, `${ended} of ${platformPosts.length} platform posts have ended`);
      }
      const finished = post.processingStatus === 'FINISHED';
      const { status, scheduledTime } = post;
      const isLater = scheduledTime !== null && Date.parse(scheduledTime) > deadline;
      if (finished || status === 'DRAFT' || isLater || Date.now() + POLL_MS > deadline || signal.aborted) {
        return { finished, post };
      }
      // An abort ends the wait, and the loop after one more look.
      await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  },
});

export const unpublishPost = tool({
  name: 'unpublish_post',
  title: 'Delete a published post on its platform',
  description:
    'Deletes a published post on its platform, for everyone, with the later parts of its thread. Needs confirm: true.',
  input: z.strictObject({ platformPostId: id.describe('platformPostId of get_post.'), confirm }),
  output: z.object({ platformPostId: z.string(), status: z.string(), laterParts: z.int() }),
  annotations: CHANGES,
  async call({ platformPostId, confirm }, { run }) {
    assertConfirmed(confirm, 'the post is deleted on its platform, for everyone. It cannot be undone.');
    const { unpublishPost: done } = await run(
      graphql(`
        mutation McpUnpublishPost($input: UnpublishPostInput!) {
          unpublishPost(input: $input) {
            platformPost {
              id
              status
            }
            laterParts {
              id
            }
          }
        }
      `),
      { input: { platformPostId } },
    );
    const { platformPost, laterParts } = done as NonNullable<typeof done>;
    return { platformPostId: platformPost.id, status: platformPost.status, laterParts: laterParts.length };
  },
});
