import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  JsonObject,
} from 'n8n-workflow';
import { NodeApiError, sleep } from 'n8n-workflow';

export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export const CREDENTIAL = 'socialPublishingApi';

const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 600_000;
const ATTEMPTS = 3;
const MAX_PAUSE_MS = 30_000;

interface Answer {
  statusCode: number;
  headers: IDataObject;
  body: unknown;
}

interface GraphqlError {
  message: string;
  extensions?: { code?: string; advice?: string; validation?: { errors?: Array<{ message?: string }> } };
}

export interface CallOptions {
  /** Codes of errors for which the result is undefined. */
  accept?: string[];
  itemIndex?: number;
}

/**
 * Runs an operation of the GraphQL API and returns the value of its only field. It is sent again after a lost
 * response, so it must be repeatable. Errors are NodeApiErrors with the message and code of the service.
 */
export async function call<T>(
  context: Context,
  query: string,
  variables: IDataObject,
  { accept = [], itemIndex }: CallOptions = {},
): Promise<T | undefined> {
  const { body } = await send(
    context,
    {
      method: 'POST',
      url: `${await baseUrl(context)}/graphql`,
      body: { query, variables },
      headers: { 'content-type': 'application/json', 'x-service-client': 'n8n' },
      json: true,
      timeout: TIMEOUT_MS,
    },
    itemIndex,
  );
  const { data, errors } = (typeof body === 'object' && body !== null ? body : {}) as {
    data?: IDataObject | null;
    errors?: GraphqlError[];
  };
  const [error] = errors ?? [];
  if (error) {
    const { code = 'UNKNOWN', advice, validation } = error.extensions ?? {};
    if (accept.includes(code)) return undefined;
    const reasons = (validation?.errors ?? []).slice(0, 20).flatMap(({ message }) => message ?? []);
    throw apiError(context, error.message, [code, advice, ...reasons].filter(Boolean).join(' · '), itemIndex);
  }
  const value = Object.values(data ?? {})[0];
  if (value === undefined)
    throw apiError(context, 'The URL of the credential is not that of the service', '', itemIndex);
  return (value ?? undefined) as T | undefined;
}

/** As `call`, for an operation that always has a result. */
export async function run<T>(context: Context, query: string, variables: IDataObject, itemIndex?: number): Promise<T> {
  const value = await call<T>(context, query, variables, { itemIndex });
  if (value === undefined) throw apiError(context, 'Not found', '', itemIndex);
  return value;
}

export async function upload(
  context: IExecuteFunctions,
  uploadUrl: string,
  file: { body: Buffer; contentType: string },
  itemIndex: number,
): Promise<void> {
  const url = new URL(uploadUrl, `${await baseUrl(context)}/`).href;
  const headers = { 'content-type': file.contentType, 'content-length': file.body.length };
  // The address is signed: the API key is not sent to the storage.
  const options: IHttpRequestOptions = { method: 'PUT', url, body: file.body, headers, timeout: UPLOAD_TIMEOUT_MS };
  await repeat(context, () => context.helpers.httpRequest({ ...options, ...QUIET }) as Promise<Answer>, itemIndex);
}

const QUIET = { returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true } as const;

async function send(context: Context, options: IHttpRequestOptions, itemIndex?: number): Promise<Answer> {
  const request = { ...options, ...QUIET };
  return await repeat(
    context,
    () => context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request) as Promise<Answer>,
    itemIndex,
  );
}

/** Returns the response to a request, and repeats it without a response, or when the service asks for it. */
async function repeat(context: Context, request: () => Promise<Answer>, itemIndex?: number): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await request().catch((error: unknown) => ({ error }));
    const isLast = attempt === ATTEMPTS;
    let pause = 1000 * attempt;
    if ('error' in answer) {
      if (isLast) throw unreachable(context, answer.error, itemIndex);
    } else {
      const { statusCode, headers, body } = answer;
      const comesBack = statusCode === 429 || statusCode >= 500;
      const isGraphql = typeof body === 'object' && body !== null && 'errors' in body;
      if (statusCode < 300 || (isGraphql && (!comesBack || isLast))) return answer;
      if (!comesBack || isLast) throw refused(context, statusCode, itemIndex);
      pause = Math.max(pause, Number(headers['retry-after']) * 1000 || 0);
    }
    await sleep(Math.min(pause, MAX_PAUSE_MS));
  }
}

export async function baseUrl(context: Context): Promise<string> {
  const { url } = await context.getCredentials<{ url: string }>(CREDENTIAL);
  return url.replace(/\/+$/, '');
}

export function apiError(context: Context, message: string, description: string, itemIndex?: number): NodeApiError {
  return new NodeApiError(context.getNode(), { message } as JsonObject, { message, description, itemIndex });
}

const refused = (context: Context, statusCode: number, itemIndex?: number): NodeApiError =>
  apiError(context, `The service answered with status ${statusCode}`, 'Is the URL of the credential right?', itemIndex);

/** Reports only the cause: the error of the request also contains its headers, and so the key. */
function unreachable(context: Context, error: unknown, itemIndex?: number): NodeApiError {
  const { code, message = 'no answer' } = error as { code?: string; message?: string };
  return apiError(context, 'The service did not answer', code ?? message.slice(0, 200), itemIndex);
}
