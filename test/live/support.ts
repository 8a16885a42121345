import type { Client } from 'graphql-ws';
import { type GraphqlAnswer, graphql, type Headers } from '../support/graphql.js';
import type { Service } from '../support/service.js';

/** A step as these tests ask for it. */
export interface Step {
  postGroupId: string;
  sequence: number;
  type: string;
  at: string;
  groupStatus: string;
  processingStatus: string;
  post: {
    id: string;
    platform: string;
    platformId: string;
    status: string;
    attempt: number | null;
    postedId: string | null;
    url: string | null;
    dueAt: string | null;
    error: { code: string; message: string; retryable: boolean } | null;
  } | null;
}

const STEP = `postGroupId sequence type at groupStatus processingStatus
  post { id platform platformId status attempt postedId url dueAt error { code message retryable } }`;

export const POST_PROGRESS = `subscription ($id: ID!, $after: Int) { postProgress(postGroupId: $id, after: $after) { ${STEP} } }`;
export const ACCOUNT_ACTIVITY = `subscription { accountActivity { ${STEP} } }`;

/** A subscription that runs beside the test and keeps what it was told. */
export interface Following {
  steps: Step[];
  /** True once the service has ended the subscription. */
  completed: boolean;
  errors: unknown;
  /** Resolves when the subscription has ended, whoever ended it. */
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
    `mutation ($input: ${type}) { ${name}(input: $input) { ${answer[name] ?? 'deletedId'} } }`,
    { input },
  );
};

/** Creates a group and answers its id. */
export async function createGroup(service: Service, headers: Headers, input: object): Promise<string> {
  const { data, errors } = await mutate(service, headers, 'createPost', { content: 'Hi', validate: false, ...input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createPost.postGroup.id;
}

export const now = () => new Date().toISOString();
export const LATER = '2035-01-01T00:00:00.000Z';

export const isRollup = ({ type }: Step) => type === 'ROLLUP';
export const typesOf = (steps: Step[]) => steps.map(({ type }) => type);
export const numbersOf = (steps: Step[]) => steps.map(({ sequence }) => sequence);
/** 1 to n. */
export const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
