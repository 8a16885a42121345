import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { startBoss } from '../../jobs/boss.js';
import { type DueQueues, makeDueQueues } from '../../jobs/due-queues.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { type RenderMail, startMailWorker } from '../../jobs/mail-worker.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import { makeTransaction } from '../../src/foundation/database/unit-of-work.js';
import type { MailContent } from '../../src/mail/mail-content.js';
import type { MailQueue } from '../../src/mail/mail-queue.js';
import { renderMail } from '../../src/mail/render-mail.js';
import { makeSmtpMailer } from '../../src/mail/smtp-mailer.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { header, type MailServer, PASSWORD, refusal, startMailServer } from './support.js';

interface LogLine {
  level: number;
  msg: string;
  mailId: string;
  domain: string;
}

const WARN = 40;
const ERROR = 50;

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });

let db: TestDatabase;
let dataSource: ReturnType<typeof makeDataSource>;
let boss: PgBoss;
let dueQueues: DueQueues;
let mailQueue: MailQueue;
let server: MailServer;
let stopWorker: () => Promise<void>;

/** Lets the mail to a slow recipient go on. */
let answerSlow: (() => void) | undefined;

/** The local part of an address says how the server treats it. */
const start = (port = 0) =>
  startMailServer({
    port,
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody')) done(refusal(550, `<${address}> is unknown here`));
      else if (address.startsWith('slow')) answerSlow = done;
      else if (address.startsWith('busy')) done(refusal(450, `<${address}> is busy`));
      else done();
    },
  });

beforeAll(async () => {
  db = await createTestDatabase();
  server = await start();
  dataSource = await makeDataSource({ url: db.url, poolSize: 2 }).initialize();
  boss = await startBoss({ url: db.url, works: false, log });
  mailQueue = makeMailQueue(boss, () => 'https://social.example.org');
  const mailer = makeSmtpMailer({ url: server.url(), from: 'service@example.org' });
  dueQueues = makeDueQueues({ boss, pollMs: 500, log });
  const brand = { name: 'Service', color: '#0e6a75', logoUrl: null };
  const render: RenderMail = (content, publicUrl) => renderMail(content, { brand, publicUrl, dashboard: true });
  const mayGetReport = () => Promise.reject(new Error('No mail here is a report'));
  stopWorker = await startMailWorker({ boss, dueQueues, mailer, render, mayGetReport, pollMs: 500, log });
});

afterAll(async () => {
  await dueQueues?.stop();
  await boss?.stop({ graceful: true });
  await dataSource?.destroy();
  await server?.close();
  await db?.drop();
});

const mailTo = (to: string): MailContent => ({ to, subject: 'Your limit', blocks: ['You have reached it.'] });

/** Enqueues a mail and runs `further`, in one transaction. */
const enqueue = (to: string, further = 'SELECT 1') =>
  makeTransaction(dataSource)(async (tx) => {
    await mailQueue.enqueue(tx, mailTo(to));
    await tx.query(further);
  });

const jobsOf = (to: string) =>
  db.query<{ id: string; state: string; wait: number; output: unknown }>(
    `SELECT id, state, extract(epoch FROM start_after - now())::float AS wait, output
     FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1`,
    [to],
  );

const jobIn = (to: string, state: string) =>
  eventually(async () => (await jobsOf(to)).find((job) => job.state === state));

const mailsTo = (to: string) => server.received.filter((mail) => mail.to.includes(to));

const delivered = (to: string) => eventually(async () => mailsTo(to)[0]);

const logOf = (mailId: string) =>
  lines.map((line): LogLine => JSON.parse(line)).filter((line) => line.mailId === mailId);

const tryNow = (to: string) => db.query(`UPDATE pgboss.job SET start_after = now() WHERE data->>'to' = $1`, [to]);

test('a mail is sent once its transaction is stored, and its id is the job’s', async () => {
  await enqueue('ada@example.com');
  const { source } = await delivered('ada@example.com');
  const { id } = await jobIn('ada@example.com', 'completed');
  expect(header(source, 'Message-ID')).toBe(`<${id}@example.org>`);
  expect(mailsTo('ada@example.com')).toHaveLength(1);
});

test('a mail whose transaction is taken back does not exist', async () => {
  await expect(enqueue('eve@example.com', 'SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(await jobsOf('eve@example.com')).toEqual([]);
  await enqueue('after-eve@example.com');
  await delivered('after-eve@example.com');
  expect(mailsTo('eve@example.com')).toEqual([]);
});

test('outside a transaction no mail can be enqueued', async () => {
  await expect(mailQueue.enqueue(dataSource.manager, mailTo('eve@example.com'))).rejects.toThrow('transaction');
});

test('while the server is down a mail waits, and is sent when it is back', async () => {
  await server.close();
  await enqueue('bob@example.com');
  const { id, wait } = await jobIn('bob@example.com', 'retry');
  expect(wait).toBeGreaterThan(5);
  expect(logOf(id)).toMatchObject([{ level: WARN, domain: 'example.com' }]);
  server = await start(server.port);
  await tryNow('bob@example.com');
  await delivered('bob@example.com');
  await jobIn('bob@example.com', 'completed');
});

test('a refused recipient is given up at once', async () => {
  await enqueue('nobody@example.com');
  const { id } = await jobIn('nobody@example.com', 'failed');
  expect(logOf(id)).toMatchObject([{ level: ERROR, domain: 'example.com', msg: 'Gave up sending a mail' }]);
});

test('a mail that finds no taker is given up after the last retry', async () => {
  await enqueue('busy@example.com', `UPDATE pgboss.job SET retry_limit = 1 WHERE data->>'to' = 'busy@example.com'`);
  const { id } = await jobIn('busy@example.com', 'retry');
  await tryNow('busy@example.com');
  await jobIn('busy@example.com', 'failed');
  expect(logOf(id)).toMatchObject([
    { level: WARN, domain: 'example.com' },
    { level: ERROR, domain: 'example.com', msg: 'Gave up sending a mail' },
  ]);
});

test('a mail whose response was lost is sent again as the same mail', async () => {
  await enqueue('carol@example.com');
  await jobIn('carol@example.com', 'completed');
  // As if the worker had died between the server's answer and the end of the job.
  await db.query(`UPDATE pgboss.job SET state = 'retry' WHERE data->>'to' = 'carol@example.com'`);
  await eventually(async () => (mailsTo('carol@example.com').length === 2 ? true : undefined));
  const [first, second] = mailsTo('carol@example.com').map(({ source }) => header(source, 'Message-ID'));
  expect(second).toBe(first);
});

test('neither addresses nor the password are in the log or in what is stored about a failure', async () => {
  await enqueue('nobody.else@example.com');
  const { id } = await jobIn('nobody.else@example.com', 'failed');
  expect(logOf(id)).toHaveLength(1);
  const outputs = await db.query('SELECT output FROM pgboss.job');
  const printed = lines.join('') + JSON.stringify(outputs);
  for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('base64'), 'nobody.else', 'You have reached it']) {
    expect(printed).not.toContain(secret);
  }
});

test('a worker that is stopped sends the mail under way first', async () => {
  await enqueue('slow@example.com');
  const answer = await eventually(async () => answerSlow);
  const stopped = stopWorker();
  answer();
  await stopped;
  expect(await jobsOf('slow@example.com')).toMatchObject([{ state: 'completed' }]);
});
