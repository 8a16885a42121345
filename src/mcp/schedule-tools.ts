import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { READS, tool } from './tool.js';

/** Schedules of an account. */
const MAX_SCHEDULES = 50;

export const listSchedules = tool({
  name: 'list_schedules',
  title: 'List posting schedules',
  description: 'Posting schedules, oldest first, with the next free times, which posts take.',
  input: z.strictObject({}),
  output: z.object({
    schedules: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          timeZone: z.string(),
          platformIds: z.array(z.string()).describe('Targets that it is for; empty: all.'),
          pausedAt: z.string().nullable().describe('Not null: its posts are drafts until it is resumed.'),
          queued: z.int().describe('How many posts wait in its queue.'),
          nextFreeTimes: z.array(z.string()),
        }),
      )
      .max(MAX_SCHEDULES),
  }),
  annotations: READS,
  async call(_, { run }) {
    const { postingSchedules } = await run(
      graphql(`
        query McpListSchedules($first: Int!) {
          postingSchedules(first: $first) {
            edges {
              node {
                id
                name
                timeZone
                platformIds
                pausedAt
                nextFreeTimes(first: 5)
                queue(first: 1) {
                  totalCount
                }
              }
            }
          }
        }
      `),
      { first: MAX_SCHEDULES },
    );
    const { edges = [] } = postingSchedules ?? {};
    return { schedules: edges.map(({ node: { queue, ...schedule } }) => ({ ...schedule, queued: queue.totalCount })) };
  },
});
