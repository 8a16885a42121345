import type { Client } from 'graphql-ws';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type GraphqlAnswer, graphql, type Headers, openSocket } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import type { Service } from '../support/service.js';

/** A step as these tests request it. */
export interface Step {
  postGroupId: string;
  platformPostId: string | null;
  sequence: number;
  cursor: string | null;
  type: string;
  occurredAt: string;
  groupStatus: string;
  processingStatus: string;
  attempt: number | null;
  dueAt: string | null;
  error: { code: string; message: string; retryable: boolean } | null;
  /** The objects that it is about, where they are requested. */
  postGroup?: { id: string; status: string; processingStatus: string } | null;
  platformPost?: {
    id: string;
    platform: string;
    platformId: string;
    status: string;
    postedId: string | null;
    url: string | null;
    dueAt: string | null;
  } | null;
}

const STEP = `postGroupId platformPostId sequence type occurredAt groupStatus processingStatus attempt dueAt
  error { code message retryable }`;
const OBJECTS = `postGroup { id status processingStatus }
  platformPost { id platform platformId status postedId url dueAt }`;

export const POST_PROGRESS = `subscription ($id: ID!, $after: Int) { postProgress(postGroupId: $id, after: $after) { ${STEP} } }`;
export const POST_PROGRESS_WITH_OBJECTS = POST_PROGRESS.replace(STEP, `${STEP} ${OBJECTS}`);
export const ACCOUNT_ACTIVITY = `subscription ($after: String) { accountActivity(after: $after) { ${STEP} cursor } }`;

/** A subscription that runs beside the test and keeps what it received. */
export interface Following {
  steps: Step[];
  /** True after the service has ended the subscription. */
  completed: boolean;
  errors: unknown;
  /** Resolves when the subscription has ended, from either side. */
  ended: Promise<void>;
  stop(): void;
}

export function follow(client: Client, query: string, variables: Record<string, unknown> = {}): Following {
  const following: Following = { steps: [], completed: false, errors: undefined, ended: Promise.resolve(), stop() {} };
  following.ended = new Promise((resolve) => {
    const end = (errors?: unknown) => {
      following.errors ??= errors;
      following.completed = following.errors === undefined;
      resolve();
    };
    following.stop = client.subscribe<Record<string, Step>>(
      { query, variables },
      {
        next: ({ data, errors }) => {
          if (errors) following.errors = errors;
          following.steps.push(...Object.values(data ?? {}));
        },
        error: end,
        complete: () => end(),
      },
    );
  });
  return following;
}

export const mutate = async (
  service: Service,
  headers: Headers,
  name: string,
  input: object,
): Promise<GraphqlAnswer> => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const answer: Record<string, string> = { createPost: 'postGroup { id }', updatePost: 'postGroup { id }' };
  return graphql(
    service,
    headers,
    `mutation ($input: ${type}) { ${name}(input: $input) { ${answer[name] ?? 'deletedPostGroupId'} } }`,
    { input },
  );
};

/** Creates a group and answers its id. */
export async function createGroup(service: Service, headers: Headers, input: object): Promise<string> {
  const { data, errors } = await mutate(service, headers, 'createPost', newPost({ content: 'Hi', ...input }));
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createPost.postGroup.id;
}

export const now = () => new Date().toISOString();
export const LATER = '2035-01-01T00:00:00.000Z';

export const isGroupFinished = ({ type }: Step) => type === 'GROUP_FINISHED';
export const typesOf = (steps: Step[]) => steps.map(({ type }) => type);
export const numbersOf = (steps: Step[]) => steps.map(({ sequence }) => sequence);
/** 1 to n. */
export const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** A step by its group and number. */
export const nameOf = ({ postGroupId, sequence }: Pick<Step, 'postGroupId' | 'sequence'>) =>
  `${postGroupId} ${sequence}`;

/** Fails unless the steps of a user's groups that are stored, but for those in `past`, were received: each once, in order. */
export async function expectWhole(
  db: TestDatabase,
  userId: string,
  received: Step[],
  past: string[] = [],
): Promise<void> {
  const known = new Set(past);
  const stored = (await storedNames(db, userId)).filter((name) => !known.has(name));
  expect(received.map(nameOf).sort()).toEqual(stored.sort());
  for (const id of new Set(received.map(({ postGroupId }) => postGroupId))) {
    const numbers = numbersOf(received.filter(({ postGroupId }) => postGroupId === id));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  }
}

export async function storedNames(db: TestDatabase, userId: string, upToPosition?: string): Promise<string[]> {
  const rows = await db.query<Pick<Step, 'postGroupId' | 'sequence'>>(
    `SELECT group_id AS "postGroupId", sequence FROM live_events WHERE user_id = $1 AND position <= coalesce($2, position)`,
    [userId, upToPosition ?? null],
  );
  return rows.map(nameOf);
}

/** A cursor of an account with the target `fediverse-1`, to which nothing else happens yet, and the names of the steps before it. */
export async function cursorOf(db: TestDatabase, service: Service, headers: Headers, userId: string) {
  const client = openSocket(service, headers);
  const following = follow(client, ACCOUNT_ACTIVITY);
  // Without a cursor no past events are sent, so drafts show when the subscription has started.
  await eventually(async () => {
    await createGroup(service, headers, { platformIds: ['fediverse-1'], content: 'Is anybody there?' });
    return following.steps.length > 0 || undefined;
  });
  await client.dispose();
  const [first] = following.steps;
  if (!first?.cursor) throw new Error('A step of the account has no cursor');
  const [row] = await db.query<{ position: string }>(
    'SELECT position FROM live_events WHERE group_id = $1 AND sequence = $2',
    [first.postGroupId, first.sequence],
  );
  return { cursor: first.cursor, past: await storedNames(db, userId, row?.position) };
}
