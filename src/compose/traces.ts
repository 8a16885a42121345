/**
 * Traces of OpenTelemetry; loaded only where its variables switch them on. Spans are made by hand in the few places
 * where work begins, waits or leaves the process: instrumentation that patches modules does not reach a bundle of ES
 * modules, and would put addresses, headers and statements into spans.
 *
 * A trace begins with a request, an operation over a web socket, or a job. All other spans need one of these that is
 * still open, so that timers and connections that outlive a request make none. Attributes have no content, no secret,
 * no path and no address of a person.
 */
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import type { JobTrace, JobTraces } from '../../jobs/job-traces.js';
import type { OperationTraces } from '../api/operation-traces.js';
import type { RunInMediaProcess } from '../domain/media/media-processes.io.js';
import type { CommitRun } from '../domain/publishing/commit-runs.js';
import type { RunReport } from '../domain/publishing/run-report.js';
import type { DeliveryReport } from '../domain/webhooks/deliver-webhook.use-case.js';
import type { Transaction } from '../foundation/database/unit-of-work.js';
import { KNOWN_METHODS, placeOf, type RequestFacts } from '../foundation/http/request-log.js';
import type { Http } from '../foundation/http-client/http.js';
import { MINUTE_MS } from '../foundation/time/durations.js';
import {
  continued,
  describeRequest,
  errorType,
  fail,
  flagsOf,
  jobSpan,
  noteResult,
  remoteSpan,
  traceparentOf,
} from './spans.js';
import type { StartedTracing } from './tracing.js';

export interface Traces extends OperationTraces {
  /** Express middleware: a span for each request, with the trace of its `traceparent`. */
  requests: RequestHandler;
  jobs: JobTraces;
  /** Spans of transactions. */
  transaction(transaction: Transaction): Transaction;
  /** For what several jobs share: it belongs to no trace. */
  untraced(transaction: Transaction): Transaction;
  /** Spans of the storing of runs, which share transactions. */
  commitRun(commitRun: CommitRun): CommitRun;
  /** Spans of requests. Their headers are left as they are: nobody outside gets to know the trace. */
  http(http: Http, platform?: string): Http;
  mediaProcess(run: RunInMediaProcess): RunInMediaProcess;
  /** Adds what came of a job to its span. */
  published(report: RunReport): void;
  delivered(report: DeliveryReport): void;
  /** What each line of the log has in addition. */
  logFields(): object;
}

/** Where work of this process began. */
interface Root {
  isOpen: boolean;
  /** Spans that it may still have. */
  left: number;
  /** Jobs of the trace before it. */
  jobs: number;
}

/** Spans below one request or job: a file of 512 MB is sent in hundreds of requests. */
const MAX_SPANS = 200;
/** Jobs in a row in one trace. */
const MAX_JOBS = 20;
/** A job that is due later than this starts its own trace. */
const SOON_MS = MINUTE_MS;

const ROOT = createContextKey('Where work of this process began');
const DATABASE = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
const TRANSACTION = 'postgresql transaction';

export function makeTraces(
  { tracer }: Pick<StartedTracing, 'tracer'>,
  { clock, isQuiet }: { clock: () => Date; isQuiet: (path: string) => boolean },
): Traces {
  /** Contexts of the runs that are being stored, by what they are about. */
  const storing = new Map<string, Context>();

  function beginRoot(
    name: string,
    { parent = ROOT_CONTEXT, jobs = 0, ...options }: { parent?: Context; jobs?: number } & SpanOptions,
  ) {
    const root: Root = { isOpen: true, left: MAX_SPANS, jobs };
    const span = tracer.startSpan(name, options, parent);
    const end = () => {
      if (root.isOpen) span.end();
      root.isOpen = false;
    };
    return { span, context: trace.setSpan(parent, span).setValue(ROOT, root), end };
  }

  async function inRoot<T>(name: string, options: Parameters<typeof beginRoot>[1], work: () => Promise<T>): Promise<T> {
    const begun = beginRoot(name, options);
    try {
      return await context.with(begun.context, work);
    } catch (error) {
      fail(begun.span, errorType(error));
      throw error;
    } finally {
      begun.end();
    }
  }

  /** Runs work in a span below the one that is active; without a span where none is. */
  async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
    const active = context.active();
    const root = rootOf(active);
    if (!root || root.left === 0) return work(NO_SPAN);
    root.left -= 1;
    const span = tracer.startSpan(name, options, active);
    try {
      return await context.with(trace.setSpan(active, span), () => work(span));
    } catch (error) {
      fail(span, errorType(error));
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    requests(request, response, next) {
      if (isQuiet(request.path)) return next();
      const method = KNOWN_METHODS.has(request.method) ? request.method : '_OTHER';
      const client = remoteSpan(request.get('traceparent'));
      const parent = client ? trace.setSpanContext(ROOT_CONTEXT, client) : ROOT_CONTEXT;
      const attributes = { 'http.request.method': method, 'url.scheme': request.protocol };
      const begun = beginRoot(method, { kind: SpanKind.SERVER, parent, attributes });
      const { span } = begun;
      response.once('close', () => {
        const { statusCode } = response;
        const route = placeOf(request);
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': statusCode });
        if (statusCode >= 500) fail(span, String(statusCode));
        begun.end();
      });
      // Their events come from the connection, which is not bound to a request.
      context.bind(begun.context, request);
      context.bind(begun.context, response);
      context.with(begun.context, next);
    },

    run(work) {
      const name = 'GraphQL Operation';
      // Over a web socket, there is no request.
      return rootOf(context.active()) ? inSpan(name, {}, work) : inRoot(name, { kind: SpanKind.SERVER }, work);
    },
    note({ operation, codes }: RequestFacts) {
      const span = activeSpan();
      if (operation) {
        const [type = '', name] = operation.split(' ');
        span.updateName(operation);
        span.setAttributes({ 'graphql.operation.type': type, ...(name && { 'graphql.operation.name': name }) });
      }
      if (codes?.[0] !== undefined) span.setAttribute('error.type', codes[0]);
      if (codes?.includes('INTERNAL_ERROR')) fail(span, 'INTERNAL_ERROR');
    },

    jobs: {
      create(queue, { about, dueAt }) {
        const from = about.flatMap((id) => storing.get(id) ?? [])[0] ?? context.active();
        const root = rootOf(from);
        if (!root || root.left === 0) return {};
        root.left -= 1;
        const span = tracer.startSpan(`create ${queue}`, jobSpan(queue, 'create', SpanKind.PRODUCER), from);
        span.end();
        const isLate = dueAt !== null && dueAt.getTime() - clock().getTime() > SOON_MS;
        const isOver = isLate || root.jobs >= MAX_JOBS;
        return { trace: { traceparent: traceparentOf(span), isOver, jobs: root.jobs } };
      },
      process(queue, { id, data }, work) {
        const { trace: created } = data as { trace?: JobTrace };
        const options = jobSpan(queue, 'process', SpanKind.CONSUMER, { 'messaging.message.id': id });
        return inRoot(`process ${queue}`, { ...options, ...continued(created) }, work);
      },
    },

    transaction: (transaction) => (work) => inSpan(TRANSACTION, DATABASE, () => transaction(work)),
    untraced: (transaction) => (work) => context.with(ROOT_CONTEXT, () => transaction(work)),
    commitRun: (commitRun) => (write) =>
      inSpan(TRANSACTION, DATABASE, async () => {
        const own = context.active();
        const { postId, groupId } = write.token;
        for (const id of [postId, groupId]) storing.set(id, own);
        try {
          return await commitRun(write);
        } finally {
          for (const id of [postId, groupId]) if (storing.get(id) === own) storing.delete(id);
        }
      }),

    http: (http, platform) => (request) => {
      const { name, attributes } = describeRequest(request, platform);
      return inSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const result = await http(request);
        noteResult(span, result);
        return result;
      });
    },
    mediaProcess: (run) => (task, argument, file) =>
      inSpan(`media ${task}`, { attributes: { 'media.task': task } }, () => run(task, argument, file)),

    published({ postId, postGroupId, platform, outcome, attempt, code, fault, reason }) {
      const span = activeSpan();
      span.setAttributes({
        'publishing.post.id': postId,
        'publishing.group.id': postGroupId,
        'publishing.platform': platform,
        'publishing.outcome': outcome,
        ...(attempt !== undefined && { 'publishing.attempt': attempt }),
        ...(reason && { 'publishing.wait': reason }),
        ...(fault && { 'publishing.fault': fault }),
      });
      if (code) fail(span, code);
    },
    delivered({ deliveryId, webhookId, event, attempt, outcome }) {
      activeSpan().setAttributes({
        'webhook.id': webhookId,
        'webhook.delivery.id': deliveryId,
        'webhook.event': event,
        'webhook.attempt': attempt,
        'webhook.outcome': outcome,
      });
    },
    logFields() {
      const active = context.active();
      const span = rootOf(active) && trace.getSpanContext(active);
      return span ? { trace_id: span.traceId, span_id: span.spanId, trace_flags: flagsOf(span.traceFlags) } : {};
    },
  };
}

interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  links?: Link[];
}

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

const activeSpan = (): Span => trace.getActiveSpan() ?? NO_SPAN;

/** Where the work of a context began, while it is under way. */
function rootOf(of: Context): Root | undefined {
  const root = of.getValue(ROOT) as Root | undefined;
  return root?.isOpen ? root : undefined;
}
