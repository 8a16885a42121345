import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { target } from './shapes.js';
import { type Call, CHANGES, READS, tool } from './tool.js';
import { NotFound } from './tool-error.js';

/** All labels of the account, which are at most 200. */
async function readLabels({ run }: Pick<Call, 'run'>) {
  const found = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { labels } = await run(
      graphql(`
        query McpListLabels($after: String) {
          labels(first: 100, after: $after) {
            edges {
              node {
                id
                name
                color
                postCount
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      `),
      { after: after ?? null },
    );
    const { edges, pageInfo } = labels as NonNullable<typeof labels>;
    found.push(...edges.map(({ node: { id: labelId, ...label } }) => ({ labelId, ...label })));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  return found;
}

export const labelNames = z.array(target).describe('Labels by name; missing ones are created.');

/** The ids of labels that are named, ignoring case, or given by their ids. Missing ones are created. */
export async function labelIdsOf(call: Pick<Call, 'run'>, given: readonly string[]): Promise<string[]> {
  if (given.length === 0) return [];
  const ids = new Map<string, string>();
  for (const { labelId, name } of await readLabels(call)) {
    ids.set(labelId, labelId);
    ids.set(keyOf(name), labelId);
  }
  const unknown = given.filter((one) => isId(one) && !ids.has(keyOf(one)));
  if (unknown.length > 0) throw new NotFound('LABEL_NOT_FOUND', { labelIds: unknown });
  for (const name of given) {
    if (!ids.has(keyOf(name))) ids.set(keyOf(name), await createLabel(call, name));
  }
  return given.flatMap((one) => ids.get(keyOf(one)) ?? []);
}

const isId = (given: string): boolean => /^[0-9a-f]{24}$/i.test(given);
const keyOf = (name: string): string => name.trim().toLowerCase();

async function createLabel({ run }: Pick<Call, 'run'>, name: string): Promise<string> {
  const { createLabel: created } = await run(
    graphql(`
      mutation McpCreateLabel($input: CreateLabelInput!) {
        createLabel(input: $input) {
          label {
            id
          }
        }
      }
    `),
    { input: { name } },
  );
  return (created as NonNullable<typeof created>).label.id;
}

interface LabelChanges {
  postGroupIds: string[];
  add: string[];
  remove: string[];
}

/** Returns the ids of the posts that were changed. */
async function putLabels({ run }: Pick<Call, 'run'>, input: LabelChanges): Promise<string[]> {
  const { changeLabels } = await run(
    graphql(`
      mutation McpLabelPosts($input: ChangeLabelsInput!) {
        changeLabels(input: $input) {
          postGroups {
            id
          }
        }
      }
    `),
    { input },
  );
  const { postGroups } = changeLabels as NonNullable<typeof changeLabels>;
  return postGroups.map(({ id: changed }) => changed);
}

export const listLabels = tool({
  name: 'list_labels',
  title: 'List labels',
  description: 'All labels, which sort posts, with how many posts have each.',
  input: z.strictObject({}),
  output: z.object({
    labels: z.array(z.object({ labelId: z.string(), name: z.string(), color: z.string(), postCount: z.int() })),
  }),
  annotations: READS,
  call: async (_, call) => ({ labels: await readLabels(call) }),
});

/** The service says which is malformed: each word of a schema costs a model tokens. */
const ids = z.array(target).max(100);

export const labelPosts = tool({
  name: 'label_posts',
  title: 'Label posts',
  description:
    'Adds labels to posts, and removes those that remove has the ids of. It changes nothing that is published.',
  input: z.strictObject({ postGroupIds: ids, add: labelNames.max(100).default([]), remove: ids.default([]) }),
  output: z.object({ changedPostGroupIds: z.array(z.string()) }),
  annotations: CHANGES,
  async call({ postGroupIds, add, remove }, call) {
    const changes = { postGroupIds, add: await labelIdsOf(call, add), remove };
    return { changedPostGroupIds: await putLabels(call, changes) };
  },
});
