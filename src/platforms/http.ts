/**
 * The one HTTP client that all adapters share: base URL, time-out, redaction, and the answer as text and JSON.
 *
 * An answer is never an exception: adapters classify on the body first and the status second, because platforms
 * answer 400 for an expired token and 200 for a failure (wire.md, section 0.3).
 */

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute address. It may contain a secret (a bot token), so it is never logged. */
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON with its content type. */
  json?: unknown;
  query?: Record<string, string>;
}

export type HttpResult =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string; json: unknown }
  /**
   * No answer. `sent` is false when the request certainly did not reach the platform (no address, no connection),
   * true when it may have: a time-out, a connection that broke.
   */
  | { kind: 'lost'; sent: boolean; cause: 'timeout' | 'network'; message: string };

export type Http = (request: HttpRequest) => Promise<HttpResult>;
