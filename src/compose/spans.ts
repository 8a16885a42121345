/** What spans say of errors, jobs and requests. No content, no secret, no path and no address of a person. */
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { JobTrace } from '../../jobs/job-traces.js';
import { AppError } from '../foundation/errors/app-error.js';
import { KNOWN_METHODS } from '../foundation/http/request-log.js';
import type { HttpRequest, HttpResult } from '../foundation/http-client/http.js';
import { urlTemplate } from '../foundation/http-client/url-template.js';

/** Messages are left out: they can have content. */
export function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export function errorType(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

export const jobSpan = (queue: string, operation: string, kind: SpanKind, attributes: Attributes = {}) => ({
  kind,
  attributes: {
    'messaging.system': 'pg-boss',
    'messaging.destination.name': queue,
    'messaging.operation.type': operation,
    'messaging.operation.name': operation,
    ...attributes,
  },
});

/** A span of another process, or of an earlier moment. Of its `tracestate`, which is for other vendors, nothing is kept. */
export function remoteSpan(traceparent: string | undefined): SpanContext | undefined {
  const span = traceparent && parseTraceParent(traceparent);
  return span ? { ...span, isRemote: true } : undefined;
}

/**
 * A job that runs soon after its creation is a child of the span that created it. Any other job starts its own trace,
 * with a link.
 */
export function continued(created: JobTrace | undefined): { parent?: Context; links?: Link[]; jobs?: number } {
  const creator = remoteSpan(created?.traceparent);
  if (!created || !creator) return {};
  if (created.isOver) return { links: [{ context: creator }] };
  return { parent: trace.setSpanContext(ROOT_CONTEXT, creator), jobs: created.jobs + 1 };
}

export const flagsOf = (flags: number): string => flags.toString(16).padStart(2, '0');

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${flagsOf(traceFlags)}`;
}

export function describeRequest({ method, url }: HttpRequest, platform: string | undefined) {
  const known = KNOWN_METHODS.has(method) ? method : '_OTHER';
  const attributes: Attributes = { 'http.request.method': known, ...(platform && { 'publishing.platform': platform }) };
  if (!URL.canParse(url)) return { name: known, attributes };
  const parsed = new URL(url);
  const { hostname, port, protocol } = parsed;
  attributes['server.address'] = hostname;
  attributes['server.port'] = Number(port) || (protocol === 'https:' ? 443 : 80);
  // A receiver of webhooks has a path of its owner's making.
  if (!platform) return { name: known, attributes };
  const template = urlTemplate(parsed);
  return { name: `${known} ${template}`, attributes: { ...attributes, 'url.template': template } };
}

export function noteResult(span: Span, result: HttpResult): void {
  if (result.kind === 'lost') {
    fail(span, result.cause);
    return;
  }
  span.setAttribute('http.response.status_code', result.status);
  if (result.status >= 400) fail(span, String(result.status));
}
