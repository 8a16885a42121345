/** Repeats of requests: bounded in number and time, and only if a repeat does no harm. */
import type { Endpoint, ResponseInfo } from './options.js';
import { PublishingError } from './publishing-error.js';

export interface HttpRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Blob;
  credentials: 'omit' | 'include';
}

export interface HttpAnswer {
  status: number;
  header(name: string): string | null;
  text: string;
}

export interface SendOptions {
  /** Ends the call with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Whether a request that may have arrived can be sent again: then a repeat must change nothing. */
  isRepeatable: boolean;
  /** What it is called in reports; by default its method and path. */
  name?: string | undefined;
  /** Overrides the endpoint's time-out. */
  timeoutMs?: number;
  /** Sends the request once, instead of fetch. */
  exchange?: Exchange;
  /** Whether a successful response is complete; by default it is. An incomplete one counts as lost. */
  isWhole?: (answer: HttpAnswer) => boolean;
  /** Seconds after which a response asks for a repeat; by default those of its header. */
  retryAfterOf?: (answer: HttpAnswer) => number | undefined;
}

/** Sends a request once. */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

/** A response, and whether it is that of a repeat: an earlier request may have been executed. */
export type Sent = HttpAnswer & { isRepeat: boolean };

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The longest `Retry-After` that the client waits for. With a longer one, the caller decides whether to repeat. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
/** Far more than the largest response of the service. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** The statuses of a proxy without a response of the service. */
const NO_ANSWER = new Set([502, 503, 504]);

/** How long to wait before a repeat: longer each time, with jitter. */
export const pauseBefore = (repeat: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (repeat - 1)) * (0.5 + Math.random() / 2);

/** Sends a request until it has a final response. Fails with NETWORK_ERROR or TIMEOUT, or the reason of the signal. */
export async function send(endpoint: Endpoint, request: HttpRequest, options: SendOptions): Promise<Sent> {
  const { signal, isRepeatable, timeoutMs = endpoint.timeoutMs } = options;
  const { name = `${request.method} ${new URL(request.url).pathname}` } = options;
  const { exchange = exchangeBy(endpoint), retryAfterOf = retryAfterIn, isWhole = () => true } = options;
  let isRepeat = false;
  for (let repeats = 0; ; ) {
    signal?.throwIfAborted();
    const sentAt = Date.now();
    const outcome = await exchange(request, withTimeout(timeoutMs, signal)).catch((error: unknown) => {
      signal?.throwIfAborted();
      return error instanceof PublishingError ? error : lost(error);
    });
    endpoint.onResponse?.({ name, attempt: repeats + 1, durationMs: Date.now() - sentAt, ...infoOf(outcome) });
    const pauseMs = pauseAfter(outcome);
    repeats += 1;
    if (pauseMs === undefined || repeats > endpoint.retries) {
      if (outcome instanceof PublishingError) throw outcome;
      return { ...outcome, isRepeat };
    }
    // A request that exceeds a limit was refused before it was executed.
    if (outcome instanceof PublishingError || outcome.status !== 429) isRepeat = true;
    await sleep(Math.max(pauseMs, pauseBefore(repeats)), signal);
  }

  /** How long to wait before a repeat, as the response says; undefined: it is final. */
  function pauseAfter(outcome: HttpAnswer | PublishingError): number | undefined {
    if (outcome instanceof PublishingError) return isRepeatable && outcome.retryable ? 0 : undefined;
    if (isRepeatable && isSuccess(outcome) && !isWhole(outcome)) return 0;
    const asked = retryAfterOf(outcome);
    const comesBack =
      outcome.status === 429 || (isRepeatable && (NO_ANSWER.has(outcome.status) || asked !== undefined));
    return comesBack && (asked ?? 0) <= LONGEST_RETRY_AFTER_SECONDS ? (asked ?? 0) * 1000 : undefined;
  }
}

function infoOf(outcome: HttpAnswer | PublishingError): Omit<ResponseInfo, 'name' | 'attempt' | 'durationMs'> {
  if (outcome instanceof PublishingError) {
    return { status: outcome.status, error: outcome, requestId: outcome.requestId, rateLimit: undefined };
  }
  const [limit, remaining, resetsInSeconds] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = outcome.header(`ratelimit-${name}`);
    return value === null ? undefined : Number(value);
  });
  const isLimited = limit !== undefined && remaining !== undefined && resetsInSeconds !== undefined;
  return {
    status: outcome.status,
    error: undefined,
    requestId: requestIdOf(outcome),
    rateLimit: isLimited ? { limit, remaining, resetsInSeconds } : undefined,
  };
}

/** The header Retry-After in seconds, also if it is a date. */
export function retryAfterIn(answer: HttpAnswer): number | undefined {
  const value = answer.header('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** The error of a response that is not from the service, or is incomplete. */
export function unexpected(answer: HttpAnswer, retryable = isTemporary(answer.status)): PublishingError {
  const { status } = answer;
  return new PublishingError(`The answer, with status ${status}, is not one of the service. Is url right?`, {
    code: 'UNEXPECTED_RESPONSE',
    status,
    requestId: requestIdOf(answer),
    retryable,
    retryAfterSeconds: retryAfterIn(answer),
  });
}

export const requestIdOf = (answer: HttpAnswer): string | undefined => answer.header('x-request-id') ?? undefined;

export const isSuccess = ({ status }: Pick<HttpAnswer, 'status'>): boolean => status >= 200 && status < 300;

/** JSON that is cut off, as by a proxy, does not parse. */
export function isJson({ text }: HttpAnswer): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const isTemporary = (status: number): boolean => status === 429 || status >= 500;

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

const withTimeout = (timeoutMs: number, signal: AbortSignal | undefined): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);

function exchangeBy(endpoint: Endpoint): Exchange {
  return async ({ url, ...init }, signal) => {
    // A redirect would forward the API key. A browser's fetch must be called without an object.
    const call = endpoint.fetch ?? fetch;
    const response = await call(url, { ...init, redirect: 'manual', signal });
    // Reads the body too, so that a response that is cut off is repeated.
    const text = await textOf(response);
    return { status: response.status, header: (name) => response.headers.get(name), text };
  };
}

async function textOf(response: Response): Promise<string> {
  if (!response.body) return response.text();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_TEXT_BYTES) {
      await reader.cancel();
      throw new PublishingError(`The response is larger than ${MAX_TEXT_BYTES} bytes.`, {
        code: 'UNEXPECTED_RESPONSE',
        status: response.status,
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Reports only the cause: the error of an HTTP client may also contain the request, and so the key. */
function lost(error: unknown): PublishingError {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') {
    return new PublishingError('The service did not answer in time.', { code: 'TIMEOUT', retryable: true });
  }
  const why = cause?.code ?? message;
  return new PublishingError(`The service did not answer: ${why}`, { code: 'NETWORK_ERROR', retryable: true });
}
