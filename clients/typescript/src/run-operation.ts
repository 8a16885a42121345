/** Operations of the GraphQL API over HTTP. */
import {
  type HttpAnswer,
  isJson,
  isSuccess,
  requestIdOf,
  retryAfterIn,
  type SendOptions,
  send,
  unexpected,
} from './http.js';
import { toJson } from './json.js';
import type { ErrorCode } from './operations.js';
import type { Endpoint } from './options.js';
import { PublishingError, type PublishingErrorCode } from './publishing-error.js';
import type { TypedDocument } from './typed-document.js';

/** An error as the API formats it. */
export interface GraphqlError {
  message: string;
  extensions?: Record<string, unknown>;
}

interface GraphqlAnswer {
  data?: unknown;
  errors?: GraphqlError[];
  extensions?: { requestId?: string };
}

type Options = Pick<SendOptions, 'signal' | 'isRepeatable'>;

const MAX_REASONS = 10;

/** The result of a query or a mutation. Fails with the first error of its response. */
export async function runOperation<Result, Variables>(
  endpoint: Endpoint,
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  options: Options,
): Promise<Result> {
  const { data, error } = await sendOperation(endpoint, document, variables, options);
  if (error) throw error;
  return data as Result;
}

/**
 * As `runOperation`, for a mutation that is refused with this code when it was executed before: undefined if that
 * happened to a repeat, whose first response was lost.
 */
export async function runOnce<Result, Variables>(
  endpoint: Endpoint,
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  { signal, refusal }: Pick<SendOptions, 'signal'> & { refusal: ErrorCode },
): Promise<Result | undefined> {
  const options = { signal, isRepeatable: true };
  const { data, error, isRepeat } = await sendOperation(endpoint, document, variables, options);
  if (error && !(isRepeat && error.code === refusal)) throw error;
  return error ? undefined : data;
}

/**
 * The result, the first error and all of them, and whether they are of a repeat: an earlier request may have been
 * executed. When only some fields failed, both a result and errors are returned.
 */
export async function sendOperation<Result, Variables>(
  endpoint: Endpoint,
  query: TypedDocument<Result, Variables>,
  variables: Variables,
  options: Options,
): Promise<{ data?: Result; error?: PublishingError; errors?: PublishingError[]; isRepeat: boolean }> {
  const { baseUrl, credentials } = endpoint;
  const headers = { ...endpoint.headers, 'content-type': 'application/json' };
  const request = { url: `${baseUrl}/graphql`, method: 'POST', headers, body: toJson({ query, variables }) };
  const answer = await send(
    endpoint,
    { ...request, credentials },
    { ...options, name: nameIn(query), retryAfterOf, isWhole: isJson },
  );
  const { status, isRepeat } = answer;
  const { data, errors: given, extensions } = parse(answer);
  const { requestId = requestIdOf(answer) } = extensions ?? {};
  const errors = (given ?? []).map((error) => toError(error, { status, requestId }));
  const [error] = errors;
  const result = data ? { data: data as Result } : {};
  if (error) return { ...result, error, errors, isRepeat };
  if (data) return { ...result, isRepeat };
  const isCutOff = isSuccess(answer) && !isJson(answer);
  throw unexpected(answer, isCutOff || undefined);
}

/** Converts the API's error to one of the client. */
export function toError(
  { message, extensions = {} }: GraphqlError,
  answer: { status?: number; requestId?: string | undefined } = {},
): PublishingError {
  const {
    code = 'UNKNOWN',
    fault,
    advice,
    retryable,
    field,
    documentation,
    ...details
  } = extensions as {
    code?: string;
    fault?: string;
    advice?: string;
    retryable?: boolean;
    field?: string;
    documentation?: string;
  };
  const { retryAfterSeconds, validation } = details as {
    retryAfterSeconds?: number;
    validation?: { errors?: { message: string }[] };
  };
  const reasons = (validation?.errors ?? []).slice(0, MAX_REASONS).map((issue) => issue.message);
  return new PublishingError([message, ...reasons].join(' · '), {
    ...answer,
    code: String(code) as PublishingErrorCode,
    fault,
    advice,
    field,
    documentation,
    retryable: retryable ?? retryAfterSeconds !== undefined,
    retryAfterSeconds,
    details,
  });
}

const nameIn = (query: string): string | undefined => /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1];

/** A temporary failure of one field has status 200. */
function retryAfterOf(answer: HttpAnswer): number | undefined {
  const { retryAfterSeconds } = parse(answer).errors?.[0]?.extensions ?? {};
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : retryAfterIn(answer);
}

/** Returns an empty object for a response in another format than the API's. */
function parse(answer: HttpAnswer): GraphqlAnswer {
  const given: unknown = isJson(answer) ? JSON.parse(answer.text) : undefined;
  if (!isObject(given)) return {};
  const { data, errors, extensions } = given;
  const isWellFormed =
    (data === undefined || data === null || isObject(data)) &&
    (errors === undefined || errors === null || (Array.isArray(errors) && errors.every(isGraphqlError))) &&
    (!isObject(extensions) || isMissingOr('string', extensions.requestId));
  return isWellFormed ? given : {};
}

function isGraphqlError(error: unknown): error is GraphqlError {
  if (!isObject(error) || typeof error.message !== 'string') return false;
  const { extensions = {} } = error;
  if (!isObject(extensions)) return false;
  const { code, fault, advice, field, documentation, retryable, retryAfterSeconds, validation } = extensions;
  return (
    [code, fault, advice, field, documentation].every((text) => isMissingOr('string', text)) &&
    isMissingOr('boolean', retryable) &&
    isMissingOr('number', retryAfterSeconds) &&
    (!isObject(validation) || validation.errors === undefined || Array.isArray(validation.errors))
  );
}

const isMissingOr = (type: 'string' | 'number' | 'boolean', value: unknown): boolean =>
  value === undefined || value === null || typeof value === type;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
