import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { JobTrace } from '../../jobs/job-traces.js';
import { makeTraces } from '../../src/compose/traces.js';
import type { CommitRun, RunDecision, RunWrite } from '../../src/domain/publishing/commit-runs.js';
import type { Db, Transaction } from '../../src/foundation/database/unit-of-work.js';
import type { Http } from '../../src/foundation/http-client/http.js';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const NOW = new Date('2030-01-01T00:00:00Z');
const traces = makeTraces({ tracer: provider.getTracer('test') }, { clock: () => NOW, isQuiet: () => false });

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager()));
afterAll(() => context.disable());
beforeEach(() => exporter.reset());

const later = (ms: number) => new Date(NOW.getTime() + ms);
const spans = () => exporter.getFinishedSpans();
const job = (data: object = {}) => ({ id: 'job', data });
const transaction: Transaction = (work) => work({} as Db);
const answer: Http = async () => ({ kind: 'answer', status: 200, headers: {}, text: '', json: null, receivedAt: NOW });
const call = () => traces.http(answer, 'fediverse')({ method: 'GET', url: 'https://social.example/api/v1/statuses/1' });

/** The trace of a job that a job creates. */
const createdIn = (data: object, dueAt: Date | null = NOW): Promise<JobTrace | undefined> =>
  traces.jobs.process('publish', job(data), async () => traces.jobs.create('publish', { about: [], dueAt }).trace);

test('a job has at most 200 spans below it', async () => {
  await traces.jobs.process('publish', job(), async () => {
    for (let calls = 0; calls < 300; calls += 1) await call();
  });
  expect(spans()).toHaveLength(201);
});

test('after twenty jobs in a row, the next one starts a new trace, with a link', async () => {
  let created = await createdIn({});
  const first = spans()[0]?.spanContext().traceId;
  for (let jobs = 0; jobs < 20; jobs += 1) created = await createdIn({ trace: created });
  expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1);
  expect(created?.isOver).toBe(true);
  exporter.reset();
  await createdIn({ trace: created });
  const [, next] = spans();
  expect(next?.spanContext().traceId).not.toBe(first);
  expect(next?.links.map((link) => link.context.traceId)).toEqual([first]);
});

test.each([
  ['now', NOW, false],
  ['soon', later(60_000), false],
  ['much later', later(60_001), true],
  ['at no set time', null, false],
])('whether a job that is due %s is part of the trace', async (_when, dueAt, isOver) => {
  expect((await createdIn({}, dueAt))?.isOver).toBe(isOver);
});

test('what runs outside of a request or job makes no span, and neither does what outlives it', async () => {
  await traces.transaction(transaction)(async () => undefined);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let outliving: Promise<unknown> = Promise.resolve();
  await traces.jobs.process('publish', job(), async () => {
    outliving = held.then(call);
  });
  release();
  await outliving;
  expect(spans().map(({ name }) => name)).toEqual(['process publish']);
  expect(traces.jobs.create('publish', { about: [], dueAt: NOW })).toEqual({});
  expect(traces.logFields()).toEqual({});
});

test('an error leaves its code or its name, and no message', async () => {
  const failing = traces.jobs.process('publish', job(), async () => {
    throw new TypeError('a secret');
  });
  await expect(failing).rejects.toThrow('a secret');
  const [span] = spans();
  expect(span?.attributes['error.type']).toBe('TypeError');
  expect(JSON.stringify([span?.attributes, span?.status, span?.events])).not.toContain('secret');
});

test('jobs that are created in a shared transaction belong to the trace of the run that created them', async () => {
  const waiting: (() => void)[] = [];
  const writeOf = (postId: string) => ({ token: { postId, groupId: `group of ${postId}` } }) as RunWrite<undefined>;
  const shared: Record<string, { trace?: JobTrace }> = {};
  /** Stores the runs of both jobs together, in the context of the second. */
  const commitRun = traces.commitRun(
    (<Result>({ token }: RunWrite<Result>) =>
      new Promise<RunDecision<Result>>((resolve) => {
        waiting.push(() => resolve({ result: undefined as Result }));
        if (waiting.length < 2) return;
        void traces.untraced(transaction)(async () => {
          for (const id of ['one', 'two', 'other']) {
            shared[id] = traces.jobs.create('publish', { about: [id, `group of ${id}`], dueAt: NOW });
          }
          expect(traces.jobs.create('webhook', { about: [token.groupId], dueAt: NOW }).trace).toBeDefined();
          for (const end of waiting) end();
        });
      })) as CommitRun,
  );
  const traceOf = (postId: string) =>
    traces.jobs.process('publish', job(), async () => {
      await commitRun(writeOf(postId));
      return trace.getActiveSpan()?.spanContext().traceId;
    });
  const [one, two] = await Promise.all([traceOf('one'), traceOf('two')]);
  expect(shared.one?.trace?.traceparent).toContain(one);
  expect(shared.two?.trace?.traceparent).toContain(two);
  expect(shared.other).toEqual({});
  expect(one).not.toBe(two);
});
