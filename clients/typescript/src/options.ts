import type { PublishingError } from './publishing-error.js';

/** The address of a service, and the credentials of the caller. */
export interface ClientOptions {
  /**
   * Public URL of the service, such as `https://publishing.example.com`. Omitted: PUBLISHING_URL of the environment, with
   * PUBLISHING_API_KEY, which is never sent to another URL.
   */
  url?: string | undefined;
  /** API key. Omitted, with a `url`: the session's cookie, in a page of the service's site. */
  apiKey?: string | undefined;
  /** Managed user to act for: 24 hexadecimal characters. */
  userId?: string | undefined;
  /** How often a request is sent again when its response is lost or asks for a repeat. 4 by default, at most 20. */
  retries?: number | undefined;
  /**
   * Milliseconds until a request without a response counts as lost. 30,000 by default; an hour for uploads, at most 15
   * seconds for web sockets.
   */
  timeoutMs?: number | undefined;
  /** Called for each request that was sent, repeats included, when its response has arrived or is lost. Must not throw. */
  onResponse?: ((response: ResponseInfo) => void) | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Replaces the global `WebSocket`, which Node has from version 22 on: `WebSocket` of the package `ws`. */
  webSocket?: unknown;
}

/** What is known of a request after its response: for logs, traces, and the limits of the account. No secret. */
export interface ResponseInfo {
  /** Name of the GraphQL operation; otherwise the method and the path, without its query. */
  name: string;
  /** 1 for the first request of a call, then 1 more for each repeat. */
  attempt: number;
  durationMs: number;
  /** HTTP status; undefined if no response arrived: `error` says why. */
  status: number | undefined;
  error: PublishingError | undefined;
  /** Id of the request in the service's log. */
  requestId: string | undefined;
  /** Limit of the account in a minute (of points, for GraphQL), what remains of it, and seconds until it resets. */
  rateLimit: { limit: number; remaining: number; resetsInSeconds: number } | undefined;
}

/** The options after checks: the address of requests, and their credentials. */
export interface Endpoint {
  /** Without a slash at its end. */
  baseUrl: string;
  /** The headers that identify the caller. */
  headers: Readonly<Record<string, string>>;
  credentials: 'omit' | 'include';
  retries: number;
  timeoutMs: number;
  onResponse: ((response: ResponseInfo) => void) | undefined;
  /** Undefined: the global one, looked up when it is called. */
  fetch: typeof fetch | undefined;
  webSocket: unknown;
}

const DEFAULT_RETRIES = 4;
const MAX_RETRIES = 20;
const DEFAULT_TIMEOUT_MS = 30_000;
/** The longest that a timer can wait. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Checks options. A TypeError names the invalid one, and never contains an API key. */
export function parseOptions(options: ClientOptions): Endpoint {
  const { userId, retries = DEFAULT_RETRIES, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const isGiven = options.url !== undefined;
  const found = isGiven ? { url: options.url as string, apiKey: undefined } : fromEnvironment();
  const apiKey = options.apiKey ?? found.apiKey;
  // An HTTP client's own error about a header would show its value.
  if (apiKey !== undefined && !/^[\x21-\x7e]{1,500}$/.test(apiKey)) {
    const name = options.apiKey === undefined ? 'PUBLISHING_API_KEY' : 'apiKey';
    throw new TypeError(`${name} is empty or has characters that no API key has.`);
  }
  if (userId !== undefined && !/^[0-9a-f]{24}$/.test(userId)) {
    throw new TypeError('userId must be 24 hexadecimal characters.');
  }
  if (!Number.isInteger(retries) || retries < 0 || retries > MAX_RETRIES) {
    throw new TypeError(`retries must be a whole number from 0 to ${MAX_RETRIES}.`);
  }
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`timeoutMs must be a number from 1 to ${MAX_TIMEOUT_MS}.`);
  }
  return {
    baseUrl: parseUrl(found.url, isGiven ? 'url' : 'PUBLISHING_URL'),
    headers: { ...(apiKey !== undefined && { 'x-api-key': apiKey }), ...(userId && { 'x-service-user-id': userId }) },
    credentials: apiKey === undefined ? 'include' : 'omit',
    retries,
    timeoutMs,
    onResponse: options.onResponse,
    fetch: options.fetch,
    webSocket: options.webSocket,
  };
}

function fromEnvironment(): { url: string; apiKey: string | undefined } {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const { PUBLISHING_URL: url, PUBLISHING_API_KEY: apiKey } = process?.env ?? {};
  if (!url) throw new TypeError('url is missing: pass it, or set PUBLISHING_URL and PUBLISHING_API_KEY.');
  return { url, apiKey };
}

function parseUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError(`${name} must be the http or https URL of the service, without credentials and query.`);
  }
  return url.href.replace(/\/+$/, '');
}
