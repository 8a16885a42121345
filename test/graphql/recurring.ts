/** Operations about recurrences, for their tests. */
import type { TestAccount } from '../support/account.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import type { Service } from '../support/service.js';

export const DAY = 24 * 3_600_000;

const RECURRENCE = `recurrence { id rule timeZone startsAt endsBefore texts pausedAt state warnings problem { code }
  template { id content status } nextTimes(first: 3) }`;
const OPERATIONS: Record<string, string> = Object.fromEntries(
  ['createRecurrence', 'updateRecurrence', 'pauseRecurrence', 'skipOccurrence', 'restoreOccurrence'].map((name) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return [name, `mutation ($input: ${type}!) { ${name}(input: $input) { ${RECURRENCE} } }`];
  }),
);
OPERATIONS.deleteRecurrence =
  'mutation ($input: DeleteRecurrenceInput!) { deleteRecurrence(input: $input) { deletedRecurrenceId } }';
OPERATIONS.createPost = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
OPERATIONS.updatePost = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
OPERATIONS.deletePost = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';
OPERATIONS.setApprovalPolicy =
  'mutation ($input: SetApprovalPolicyInput!) { setApprovalPolicy(input: $input) { approvalPolicy { neededFor } } }';

const OCCURRENCES = `query ($id: ID!, $from: DateTime) { recurrence(id: $id) { state problem { code message } nextTimes(first: 100)
  occurrences(first: 100, from: $from) { totalCount edges { node { occursAt state problem { code message }
    postGroup { id content status scheduledTime recurrence { occursAt edited recurrence { id } } } } } } } }`;

/** A day of so many from now, at nine in the morning. */
export const inDays = (days: number): string => {
  const today = new Date(Date.now() + days * DAY);
  return `${today.toISOString().slice(0, 10)}T09:00:00.000Z`;
};

export function recurring(db: TestDatabase, service: () => Service) {
  async function run(headers: Headers, name: string, input: object) {
    const { data, errors } = await graphql(service(), headers, OPERATIONS[name] ?? name, { input });
    const [error] = errors ?? [];
    return { data: data?.[name], code: error?.extensions.code, error };
  }
  async function read(headers: Headers, id: string, from: string | null = null) {
    const { data } = await graphql(service(), headers, OCCURRENCES, { id, from });
    return { ...data.recurrence, occurrences: nodesOf(data.recurrence.occurrences) };
  }
  async function draft(headers: Headers, content = 'First', platformIds = ['fediverse-1'], more: object = {}) {
    const { data, error } = await run(headers, 'createPost', { post: { content, platformIds }, ...more });
    expect(error).toBeUndefined();
    return data.postGroup.id as string;
  }
  /** A daily recurrence that begins tomorrow, unless it is said otherwise. */
  async function create(headers: Headers, given: object = {}) {
    const postGroupId = 'postGroupId' in given ? given.postGroupId : await draft(headers);
    const input = { rule: 'FREQ=DAILY', timeZone: 'UTC', startsAt: inDays(1), ...given, postGroupId };
    const { data, error } = await run(headers, 'createRecurrence', input);
    expect(error).toBeUndefined();
    return data.recurrence;
  }
  /** Waits until so many posts of a recurrence exist. */
  const created = (headers: Headers, id: string, count: number) =>
    eventually(async () => {
      const { occurrences } = await read(headers, id);
      return occurrences.filter((one: { state: string }) => one.state === 'CREATED').length === count
        ? occurrences
        : undefined;
    }, 60_000);
  /** As if the service had been down until now: the next time of a recurrence passed a while ago. */
  const passTime = (id: string, agoMs: number) =>
    db.query(
      `UPDATE recurrences SET starts_at = time, next_at = time, due_at = now()
         FROM (SELECT date_trunc('second', now() - $2 * interval '1 ms') AS time) passed WHERE id = $1`,
      [id, agoMs],
    );
  const look = () =>
    db.query(`INSERT INTO pgboss.job (name, policy) VALUES ('recurrence', 'stately') ON CONFLICT DO NOTHING`);
  const keyOf = (account: TestAccount): Headers => ({ 'x-api-key': account.apiKey });
  return { run, read, draft, create, created, passTime, look, keyOf };
}
