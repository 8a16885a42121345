import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { draft } from './shapes.js';
import { ADDS, assertConfirmed, confirm, READS, tool } from './tool.js';

/** Feeds of an account. */
const MAX_FEEDS = 20;

export const listFeeds = tool({
  name: 'list_feeds',
  title: 'List web feeds',
  description: 'Web feeds whose entries become posts, with their state.',
  input: z.strictObject({}),
  output: z.object({
    feeds: z
      .array(
        z.object({
          feedId: z.string(),
          name: z.string(),
          url: z.string(),
          platformIds: z.array(z.string()),
          schedule: z.string().nullable().describe('Its queue; null: its entries become drafts.'),
          template: z.string(),
          state: z.string(),
          problem: z.string().nullable(),
        }),
      )
      .max(MAX_FEEDS),
  }),
  annotations: READS,
  async call(_, { run }) {
    const { feeds } = await run(
      graphql(`
        query McpListFeeds($first: Int!) {
          feeds(first: $first) {
            edges {
              node {
                id
                name
                url
                platformIds
                schedule
                template
                state
                problem
              }
            }
          }
        }
      `),
      { first: MAX_FEEDS },
    );
    return { feeds: (feeds?.edges ?? []).map(({ node: { id: feedId, ...feed } }) => ({ feedId, ...feed })) };
  },
});

export const createFeed = tool({
  name: 'create_feed',
  title: 'Add a web feed',
  description: 'Turns new entries of an RSS, Atom or JSON feed into posts. With a schedule, it needs confirm: true.',
  input: z.strictObject({
    name: z.string().max(100),
    url: z.string().max(2000),
    platformIds: draft.platformIds,
    schedule: z
      .string()
      .max(24)
      .optional()
      .describe('Queue that they join: NEXT_FREE, or an id of list_schedules. Otherwise they become drafts.'),
    template: z
      .string()
      .max(2000)
      .optional()
      .describe('Their text, with {{title}}, {{link}}, {{summary}}, {{author}}, {{hashtags}}.'),
    confirm,
  }),
  output: z.object({ feedId: z.string(), state: z.string() }),
  annotations: ADDS,
  async call({ confirm, schedule, ...rest }, { run }) {
    const targets = rest.platformIds.join(', ');
    assertConfirmed(confirm || schedule === undefined, `each new entry of ${rest.url} goes public on ${targets}.`);
    const queue = schedule === undefined ? {} : { result: 'QUEUE' as const, schedule };
    const { createFeed: created } = await run(
      graphql(`
        mutation McpCreateFeed($input: CreateFeedInput!) {
          createFeed(input: $input) {
            feed {
              id
              state
            }
          }
        }
      `),
      { input: { ...rest, ...queue } },
    );
    const { feed } = created as NonNullable<typeof created>;
    return { feedId: feed.id, state: feed.state };
  },
});
