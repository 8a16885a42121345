/** What the service relies on, tried on distributed tables. */
import type pg from 'pg';
import { makeDataSource } from '../../src/compose/data-source.js';
import { windowSource } from '../../src/domain/events/window.repository.js';
import { ACCOUNT_EVENTS } from '../../src/domain/posts/live-event.repository.js';
import { startService } from '../support/service.js';
import type { Trigger } from './distribution.js';

export interface Probe {
  name: string;
  /** What a single Postgres does. */
  expected: string;
  seen: string;
}

interface ProbeOptions {
  triggers: readonly Trigger[];
  folder: string;
  /** Stores rows of twenty accounts. */
  ofTwenty: string;
}

export async function probe(
  client: pg.Client,
  url: string,
  { triggers, folder, ofTwenty }: ProbeOptions,
): Promise<Probe[]> {
  return [
    { name: 'a start of the service', expected: 'ready', seen: await start(url, folder) },
    {
      name: 'prepared transactions (two-phase commit) of a job and a row of one account, given as values',
      expected: '0',
      seen: await prepares(client, `INSERT INTO post_counts VALUES ('account-0', gen_random_uuid(), 1)`),
    },
    {
      name: 'the same of a row that is selected from a recordset, as the service writes',
      expected: '0',
      seen: await prepares(client, addCounts(1)),
    },
    {
      name: 'the same of rows of twenty accounts',
      expected: '0',
      seen: await prepares(client, ofTwenty),
    },
    {
      name: 'events that a subscription reads after one was stored, given as values',
      expected: '1',
      seen: await eventsRead(url, `${EVENT} VALUES ('group', 1, 'account-0', '{}', now())`),
    },
    {
      name: 'the same of one that is selected from a recordset, as the service writes',
      expected: '1',
      seen: await eventsRead(url, selectedEvent(2)),
    },
    {
      name: 'notices that a listener on the coordinator hears of such an event, sent by the statement that stores it',
      expected: '1',
      seen: await noticesHeard(client, `${selectedEvent(3)} RETURNING user_id`),
    },
    {
      name: 'the same of events that are changed, as a change of a delivery is stored',
      expected: '1',
      seen: await noticesHeard(
        client,
        `UPDATE live_events SET payload = '{}' WHERE user_id = 'account-0' AND sequence = 1 RETURNING user_id`,
      ),
    },
    {
      name: 'one statement that stores a group, and a row that stays on the coordinator, as a job does',
      expected: 'works',
      seen: await outcomeOf(client, `WITH job AS (INSERT INTO object_deletions VALUES ('job', now())) ${GROUP}`),
    },
    {
      name: 'one statement that stores a post, and in a later part its group',
      expected: 'works',
      seen: await outcomeOf(client, `WITH post AS (${POST}) ${GROUP}`),
    },
    ...(await triggerProbes(client, triggers)),
  ];
}

async function start(url: string, folder: string): Promise<string> {
  try {
    const service = await startService({ db: { url }, env: { DATA_DIR: folder, DATABASE_BACKEND: 'citus' } });
    await service.stop();
    return 'ready';
  } catch (error) {
    return /Citus has distributed.*/.exec((error as Error).message)?.[0] ?? (error as Error).message;
  }
}

/** Rows of so many accounts. */
export const addCounts = (accounts: number, table = 'post_counts'): string =>
  `INSERT INTO ${table} SELECT account, gen_random_uuid(), 1
     FROM jsonb_to_recordset('${JSON.stringify(
       Array.from({ length: accounts }, (_, i) => ({ account: `account-${i}` })),
     )}') AS c(account text)`;

async function prepares(client: pg.Client, statement: string): Promise<string> {
  const count = async () => (await client.query('SELECT count(*)::int AS n FROM pg_dist_transaction')).rows[0].n;
  const before = await count();
  await client.query('BEGIN');
  // A table that stays on the coordinator, as those of the jobs do.
  await client.query('INSERT INTO object_deletions VALUES (gen_random_uuid(), now())');
  await client.query(statement);
  await client.query('COMMIT');
  return String((await count()) - before);
}

const EVENT = 'INSERT INTO live_events (group_id, sequence, user_id, payload, created_at)';
const selectedEvent = (sequence: number) =>
  `${EVENT} SELECT 'group', ${sequence}, u, '{}', now() FROM jsonb_to_recordset('[{"u": "account-0"}]') AS c(u text)`;

/** By the service's own reader. */
async function eventsRead(url: string, statement: string): Promise<string> {
  const dataSource = await makeDataSource({ url, poolSize: 1 }).initialize();
  try {
    const source = windowSource(dataSource.manager, ACCOUNT_EVENTS, 'account-0', {
      listen: () => () => undefined,
      toEvents: (items) => [...items],
    });
    const before = await source.present();
    await dataSource.query(statement);
    const { steps } = await source.read(before, null);
    return String(steps.length);
  } finally {
    await dataSource.destroy();
  }
}

/** Of what a statement returns. */
async function noticesHeard(client: pg.Client, statement: string): Promise<string> {
  let heard = 0;
  const hear = () => (heard += 1);
  client.on('notification', hear);
  await client.query('LISTEN surveyed');
  try {
    await client.query(`WITH stored AS (${statement}) SELECT pg_notify('surveyed', user_id)::text FROM stored`);
    // Notices of a commit arrive before the next answer.
    await client.query('SELECT 1');
    return String(heard);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('UNLISTEN surveyed');
    client.off('notification', hear);
  }
}

const GROUP = `
  INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
  SELECT 'group', u, 'text', 'draft', 'none', '{}', now(), now() FROM jsonb_to_recordset('[{"u": "account-0"}]') AS c(u text)`;
const POST = `
  INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, created_at, updated_at)
  SELECT 'post', 'group', u, 0, 'network', 'one', 'network-one', 'scheduled', now(), now()
    FROM jsonb_to_recordset('[{"u": "account-0"}]') AS c(u text)`;
const FILE = `
  INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type, status,
                     metadata, added_at, updated_at, stored_bytes)
  VALUES ('file', 'account-0', 'group', 'image', 'a', 'a', 'a', 'a', now(), 'image/png', 'ready', '{}', now(), now(), 1)`;

/** What fires the triggers of a table, in an order that its foreign keys allow. */
const FIRING = { post_groups: GROUP, platform_posts: POST, media: FILE };

/** Whether a statement is executed; it changes nothing. */
async function outcomeOf(client: pg.Client, statement: string): Promise<string> {
  await client.query('BEGIN');
  try {
    await client.query(statement);
    return 'works';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Each that an insert fires, alone: put on the shards, which Citus does only when told that this is unsafe. */
async function triggerProbes(client: pg.Client, triggers: readonly Trigger[]): Promise<Probe[]> {
  const probes: Probe[] = [];
  await client.query('SET citus.enable_unsafe_triggers = on');
  for (const [table, statement] of Object.entries(FIRING)) {
    for (const { name, definition } of triggers.filter(
      (one) => one.table === table && /\bINSERT\b/.test(one.definition),
    )) {
      await client.query(definition);
      const seen = await outcomeOf(client, statement);
      await client.query(`DROP TRIGGER ${name} ON ${table}`);
      probes.push({ name: `trigger ${table}.${name}`, expected: 'works', seen });
    }
    await client.query(statement);
  }
  return probes;
}
