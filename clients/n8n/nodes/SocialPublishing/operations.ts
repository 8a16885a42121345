import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createPost, GROUP, type Group, idsOf, readPost, timeOf, uploadFile } from './create.js';
import { call, run } from './service.js';

type Operation = (context: IExecuteFunctions, item: number) => Promise<IDataObject | IDataObject[]>;

const UPDATE = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { ${GROUP} } } }`;
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postGroupId: $id }) { deletedPostGroupId } }';
const RETRY = `mutation ($input: RetryPostGroupInput!) { retryPostGroup(input: $input) { postGroup { ${GROUP} } } }`;
const ISSUE = 'platform platformIds code message suggestions';
const VALIDATE = `query ($post: PostDraftInput!) {
  validatePost(input: { post: $post }) { valid errors { ${ISSUE} } warnings { ${ISSUE} } }
}`;
const LIST = `query ($first: Int!, $after: String, $filter: PostGroupFilter) {
  postGroups(first: $first, after: $after, filter: $filter) { edges { node { ${GROUP} } } pageInfo { endCursor hasNextPage } }
}`;
const ACCOUNTS = `query ($first: Int!, $after: String) {
  connectedAccounts(first: $first, after: $after) {
    edges { node { platformId platform username displayName profileUrl tokenStatus lastPublishedAt } }
    pageInfo { endCursor hasNextPage }
  }
}`;

const PAGE = 100;
const MAX_RESULTS = 10_000;

interface Connection {
  edges: Array<{ node: IDataObject }>;
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

export const OPERATIONS: Record<string, Record<string, Operation>> = {
  post: {
    create: createPost,
    get: (context, item) => readPost(context, postIdOf(context, item), item),
    getAll: (context, item) => {
      const statuses = context.getNodeParameter('statuses', item, []) as string[];
      return list(context, item, LIST, { filter: statuses.length > 0 ? { statuses } : null });
    },
    async update(context, item) {
      const { platformIds, content, status, scheduledTime } = context.getNodeParameter('updateFields', item) as {
        platformIds?: string[];
        content?: string;
        status?: string;
        scheduledTime?: string;
      };
      const input = {
        postGroupId: postIdOf(context, item),
        ...(content !== undefined && { content }),
        ...(platformIds !== undefined && { platformIds: idsOf(platformIds) }),
        ...(scheduledTime && { scheduledTime: timeOf(context, scheduledTime, item) }),
        ...(status && { status }),
      };
      return (await run<{ postGroup: Group }>(context, UPDATE, { input }, item)).postGroup;
    },
    async delete(context, item) {
      const id = postIdOf(context, item);
      // It is deleted, even if the response to an earlier attempt was lost.
      await call(context, DELETE, { id }, { accept: ['POST_GROUP_NOT_FOUND'], itemIndex: item });
      return { id, deleted: true };
    },
    async retry(context, item) {
      const postGroupId = postIdOf(context, item);
      const acknowledgeUnknownOutcome = context.getNodeParameter('acknowledgeUnknownOutcome', item, false) as boolean;
      const input = { postGroupId, acknowledgeUnknownOutcome };
      return (await run<{ postGroup: Group }>(context, RETRY, { input }, item)).postGroup;
    },
    validate: (context, item) => {
      const content = context.getNodeParameter('content', item) as string;
      const platformIds = idsOf(context.getNodeParameter('platformIds', item) as string[]);
      return run<IDataObject>(context, VALIDATE, { post: { content, platformIds } }, item);
    },
  },
  account: { getAll: (context, item) => list(context, item, ACCOUNTS, {}) },
  media: {
    upload: (context, item) =>
      uploadFile(context, postIdOf(context, item), context.getNodeParameter('binaryProperty', item) as string, item),
  },
};

const postIdOf = (context: IExecuteFunctions, item: number): string =>
  (context.getNodeParameter('postId', item) as string).trim();

async function list(
  context: IExecuteFunctions,
  item: number,
  query: string,
  filter: IDataObject,
): Promise<IDataObject[]> {
  const all = context.getNodeParameter('returnAll', item, false) as boolean;
  const limit = all ? MAX_RESULTS : Math.min(context.getNodeParameter('limit', item, 50) as number, MAX_RESULTS);
  const found: IDataObject[] = [];
  let after: string | null = null;
  do {
    const first = Math.min(PAGE, limit - found.length);
    const page: Connection = await run(context, query, { ...filter, first, after }, item);
    found.push(...page.edges.map(({ node }) => node));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null && found.length < limit);
  return found;
}

/** For the list of targets in the editor. */
export const accountsQuery = ACCOUNTS;
