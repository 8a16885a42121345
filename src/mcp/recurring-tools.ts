import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { cursor, pageSize, postGroupId, target, time } from './shapes.js';
import { ADDS, assertConfirmed, CHANGES, confirm, READS, tool } from './tool.js';

export const listRecurring = tool({
  name: 'list_recurring',
  title: 'List recurring posts',
  description: 'Posts that are repeated by a rule: the next 5 that exist, and the next times without a post yet.',
  input: z.strictObject({ first: pageSize(20), after: cursor.optional() }),
  output: z.object({
    recurrences: z.array(
      z.object({
        recurrenceId: z.string(),
        templateId: z.string().nullable(),
        rule: z.string(),
        timeZone: z.string(),
        state: z.string(),
        warnings: z.array(z.string()),
        problem: z.string().nullable(),
        occurrences: z.array(z.object({ occursAt: z.string(), state: z.string(), postGroupId: z.string().nullable() })),
        nextTimes: z.array(z.string()),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  annotations: READS,
  async call({ first, after }, { run }) {
    const { recurrences } = await run(
      graphql(`
        query McpListRecurring($first: Int!, $after: String, $from: DateTime!) {
          recurrences(first: $first, after: $after) {
            edges {
              node {
                id
                template {
                  id
                }
                rule
                timeZone
                state
                warnings
                problem {
                  message
                }
                occurrences(first: 5, from: $from) {
                  edges {
                    node {
                      occursAt
                      state
                      postGroup {
                        id
                      }
                    }
                  }
                }
                nextTimes(first: 5)
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      `),
      { first, after: after ?? null, from: new Date().toISOString() },
    );
    const { edges = [], pageInfo } = recurrences ?? {};
    return {
      recurrences: edges.map(({ node: { id, template, problem, occurrences, ...rest } }) => ({
        recurrenceId: id,
        templateId: template?.id ?? null,
        ...rest,
        problem: problem?.message ?? null,
        occurrences: occurrences.edges.map(({ node: { postGroup, ...occurrence } }) => ({
          ...occurrence,
          postGroupId: postGroup?.id ?? null,
        })),
      })),
      nextCursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null,
    };
  },
});

export const repeatPost = tool({
  name: 'repeat_post',
  title: 'Repeat a post',
  description: 'Creates a post again at each time of a rule. Needs confirm: true.',
  input: z.strictObject({
    postGroupId,
    rule: z.string().max(300).describe('RRULE of RFC 5545: FREQ=WEEKLY;BYDAY=MO'),
    startsAt: time.describe('Its time of day is that of each repetition.'),
    timeZone: z.string().max(100),
    texts: z.array(z.string()).max(20).optional().describe('Take turns with its text: platforms refuse repetitions.'),
    confirm,
  }),
  output: z.object({ recurrenceId: z.string(), warnings: z.array(z.string()), nextTimes: z.array(z.string()) }),
  annotations: ADDS,
  async call({ confirm, texts = [], ...input }, { run }) {
    assertConfirmed(confirm, `the post is created and goes public at each time of ${input.rule}.`);
    const { createRecurrence } = await run(
      graphql(`
        mutation McpRepeatPost($input: CreateRecurrenceInput!) {
          createRecurrence(input: $input) {
            recurrence {
              id
              warnings
              nextTimes(first: 5)
            }
          }
        }
      `),
      { input: { ...input, texts } },
    );
    const { recurrence } = createRecurrence as NonNullable<typeof createRecurrence>;
    const { id: recurrenceId, ...rest } = recurrence;
    return { recurrenceId, ...rest };
  },
});

export const changeRecurring = tool({
  name: 'change_recurring',
  title: 'Change a recurring post',
  description:
    'skip: removes the post of one time, occursAt. pause, delete: removes all that were not sent; resume creates them again. Needs confirm: true.',
  input: z
    .strictObject({
      recurrenceId: target,
      action: z.enum(['skip', 'pause', 'resume', 'delete']),
      occursAt: time.optional(),
      confirm,
    })
    .refine(({ action, occursAt }) => action !== 'skip' || occursAt !== undefined, 'skip needs occursAt'),
  output: z.object({ recurrenceId: z.string(), state: z.string() }),
  annotations: CHANGES,
  async call({ recurrenceId, action, occursAt, confirm }, { run }) {
    assertConfirmed(confirm, `${action} the recurring post ${recurrenceId}${occursAt ? ` at ${occursAt}` : ''}.`);
    if (action === 'skip' && occursAt !== undefined) {
      const { skipOccurrence } = await run(
        graphql(`
          mutation McpSkipOccurrence($input: SkipOccurrenceInput!) {
            skipOccurrence(input: $input) {
              recurrence {
                state
              }
            }
          }
        `),
        { input: { recurrenceId, occursAt } },
      );
      const { recurrence } = skipOccurrence as NonNullable<typeof skipOccurrence>;
      return { recurrenceId, state: recurrence.state };
    }
    if (action === 'delete') {
      await run(
        graphql(`
          mutation McpDeleteRecurrence($input: DeleteRecurrenceInput!) {
            deleteRecurrence(input: $input) {
              deletedRecurrenceId
            }
          }
        `),
        { input: { recurrenceId } },
      );
      return { recurrenceId, state: 'DELETED' };
    }
    const { pauseRecurrence } = await run(
      graphql(`
        mutation McpPauseRecurrence($input: PauseRecurrenceInput!) {
          pauseRecurrence(input: $input) {
            recurrence {
              state
            }
          }
        }
      `),
      { input: { recurrenceId, paused: action === 'pause' } },
    );
    const { recurrence } = pauseRecurrence as NonNullable<typeof pauseRecurrence>;
    return { recurrenceId, state: recurrence.state };
  },
});
