/**
 * A post, whose job is on the coordinator and whose row is on a worker, while a commit of both is held between its two phases, and when
 * the coordinator crashes there. Counted is what the platform was sent, and what a subscription was told.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { distribute } from '../../src/foundation/database/distribution/distribute.js';
import { shardName } from '../../src/foundation/database/distribution/tables.js';
import { migrateTemplate } from '../faults/postgres.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import type { CommitGate, Held } from './commit-gate.js';
import { ask, type Nodes } from './nodes.js';
import type { Probe } from './probes.js';

const DATABASE = 'two_phases';
const SCHEMA = shardName(1);
const PUBLISHED = 'published, sent once, each event once';
/**
 * The worker of the service does not learn that its attempt was stored, and sends nothing. Whoever comes next finds it open, as after a
 * crash of one Postgres, and this platform cannot say what became of it.
 */
const UNKNOWN = 'failed with OUTCOME_UNKNOWN, sent 0 times, each event once';

/** The commits of a post. */
const COMMITS = ['that creates a post', 'that begins its attempt', 'that stores its outcome'] as const;
type Commit = (typeof COMMITS)[number];
const [CREATION, BEGINNING, OUTCOME] = COMMITS;

const FAILURES: { name: string; kind: Held }[] = [
  { name: 'after the worker has prepared, before the coordinator commits', kind: 'prepare' },
  { name: 'after the coordinator has committed, before the worker does', kind: 'commit' },
];

/** How long a commit is held while a worker of the service could send what it does not see yet, and what it must not end. */
const HELD_MS = 3_000;
const DUE_IN_MS = 2_000;
/** The platform has the post by then, and the attempt is stored. */
const ANSWERS_AFTER_MS = 1_000;

export async function tryTwoPhases(nodes: Nodes, folder: string): Promise<Probe[]> {
  const gate = await distributedBehindGate(nodes);
  const sandbox = await startSandbox({ port: 0 });
  const url = nodes.url(DATABASE);
  const db = { url, query: async <Row>(text: string, values?: unknown[]) => (await ask(url, text, values)) as Row[] };
  const env = { DATA_DIR: folder, DATABASE_BACKEND: 'citus', PUBLISH_TIMEOUT_MS: '5000' };
  const service = await startService({ db, env });
  const account = await createAccount(db);
  const run = { nodes, gate, sandbox, service, account };
  const probes: Probe[] = [];
  try {
    for (const commit of COMMITS) {
      const seen = await publishOne(run, { commit, kind: 'commit', crashes: false });
      probes.push({
        name: `a commit ${commit} is held for three seconds between its phases`,
        expected: PUBLISHED,
        seen,
      });
    }
    for (const commit of COMMITS) {
      for (const { name, kind } of FAILURES) {
        const seen = await publishOne(run, { commit, kind, crashes: true });
        const expected = commit === BEGINNING && kind === 'commit' ? UNKNOWN : PUBLISHED;
        probes.push({ name: `the coordinator crashes in a commit ${commit}, ${name}`, expected, seen });
      }
    }
  } finally {
    // A crash of the database is an error that it logs.
    service.errors.length = 0;
    await service.stop();
    await sandbox.close();
    await gate.close();
  }
  return probes;
}

/** A database whose tables of accounts are in one schema, on a worker that the coordinator reaches by way of the gate. */
async function distributedBehindGate(nodes: Nodes): Promise<CommitGate> {
  await nodes.createDistributed(DATABASE);
  const url = nodes.url(DATABASE);
  await migrateTemplate(url, 'citus');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await distribute(client, { schemas: 1 });
    const { rows } = await client.query(
      `SELECT nodeport FROM citus_shards WHERE table_name = '${SCHEMA}.post_groups'::regclass`,
    );
    const worker = nodes.workers.find(({ port }) => port === rows[0].nodeport);
    if (!worker) throw new Error(`No worker has ${SCHEMA}`);
    const gate = await nodes.openGate(worker, DATABASE);
    await client.query(`ALTER DATABASE ${DATABASE} SET search_path = ${SCHEMA}, public`);
    // What was answered has to survive the crash.
    await client.query(`ALTER DATABASE ${DATABASE} SET synchronous_commit = on`);
    return gate;
  } finally {
    await client.end();
  }
}

interface Run {
  nodes: Nodes;
  gate: CommitGate;
  sandbox: Sandbox;
  service: Service;
  account: TestAccount;
}

interface Moment {
  commit: Commit;
  kind: Held;
  crashes: boolean;
}

async function publishOne(run: Run, { commit, kind, crashes }: Moment): Promise<string> {
  const { nodes, gate, sandbox, service, account } = run;
  // It has no way to look a post up, and takes each request for another message.
  const target = sandbox.createAccount('messenger');
  const platformId = await account.connect(target);
  const following = await followAccount(service, account, platformId);
  const create = makeCreate(service, account, platformId, commit === BEGINNING ? DUE_IN_MS : 0);
  const { accountId } = target;
  sandbox.setFault({ platform: 'messenger', accountId, kind: 'delay_after_store', delayMs: ANSWERS_AFTER_MS });

  if (commit === CREATION) gate.hold(kind);
  const creating = create();
  if (commit !== CREATION) await creating;
  if (commit === OUTCOME) await eventually(async () => sandbox.posts({ accountId }).length > 0 || undefined);
  if (commit !== CREATION) gate.hold(kind);
  await eventually(async () => gate.held() > 0 || undefined);
  if (crashes) {
    await nodes.coordinator.crash();
    gate.cut();
    await nodes.coordinator.start();
  } else {
    await sleep(HELD_MS);
    gate.open();
  }
  const groupId = (await creating) ?? (await eventually(create));
  const status = await ended(service, account, groupId);
  const sent = sandbox.posts({ accountId }).length;
  const events = await following.events(groupId);
  await following.end();
  return [
    status,
    sent === 1 ? 'sent once' : `sent ${sent} times`,
    events.every((sequence, index) => sequence === index + 1) ? 'each event once' : `events ${events.join(' ')}`,
  ].join(', ');
}

/** Creates a post with one idempotency key however often it is called; undefined if it was not told of the group. */
function makeCreate(service: Service, account: TestAccount, platformId: string, dueInMs: number) {
  const idempotencyKey = randomUUID();
  const scheduledTime = new Date(Date.now() + dueInMs).toISOString();
  return async (): Promise<string | undefined> => {
    const { body } = await request(service.url)
      .post('/graphql')
      .set('x-api-key', account.apiKey)
      .send({
        query: 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
        variables: {
          input: { post: { content: 'Two phases', platformIds: [platformId] }, scheduledTime, idempotencyKey },
        },
      });
    return body.data?.createPost?.postGroup.id;
  };
}

/** The post's status once its group has ended. */
const ended = (service: Service, account: TestAccount, groupId: string): Promise<string> =>
  eventually(async () => {
    const { body } = await request(service.url).get(`/api/v1/get-post/${groupId}`).set('x-api-key', account.apiKey);
    if (body.processingStatus !== 'finished') return undefined;
    const [{ status, error }] = body.posts;
    return error ? `${status} with ${error.code}` : status;
  }, 90_000);

/** Follows an account; `events` are the numbers of a group's in the order in which they came, once the last is there. */
async function followAccount(service: Service, account: TestAccount, platformId: string) {
  const client = openSocket(service, { 'x-api-key': account.apiKey });
  const seen: { sequence: number; type: string; postGroupId: string }[] = [];
  const query = 'subscription { accountActivity { sequence type postGroupId } }';
  const results = client.iterate<{ accountActivity: (typeof seen)[number] }>({ query });
  const reading = (async () => {
    for await (const { data } of results) if (data) seen.push(data.accountActivity);
  })();
  // Who waits for an event that does not come says so.
  reading.catch(() => undefined);
  // Until it is told of a draft, the subscription may not have begun.
  await eventually(async () => {
    await request(service.url)
      .post('/graphql')
      .set('x-api-key', account.apiKey)
      .send({
        query: `mutation { createPost(input: { post: { content: "Draft", platformIds: ["${platformId}"] } }) { postGroup { id } } }`,
      });
    return seen.length > 0 || undefined;
  });
  return {
    async events(groupId: string): Promise<number[]> {
      const own = () => seen.filter(({ postGroupId }) => postGroupId === groupId);
      await eventually(async () => own().some(({ type }) => type === 'GROUP_FINISHED') || undefined, 90_000);
      return own().map(({ sequence }) => sequence);
    },
    async end() {
      await results.return?.();
      await reading.catch(() => undefined);
      await client.dispose();
    },
  };
}
