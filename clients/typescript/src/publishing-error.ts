import type { ErrorCode } from './operations.js';

/** What went wrong before the API answered, or in what is no operation of it. */
export type ClientErrorCode =
  /** No answer arrived: no connection, or one that broke. */
  | 'NETWORK_ERROR'
  /** No answer arrived within `timeoutMs`. */
  | 'TIMEOUT'
  /** The answer is not one of the service: a redirect, a proxy's page. Is `url` right? */
  | 'UNEXPECTED_RESPONSE'
  /** REST, whose errors have no codes, refused a request: see `status` and `message`. */
  | 'REQUEST_REJECTED'
  /** The storage did not take a file. */
  | 'UPLOAD_REJECTED'
  /** A file arrived and cannot be published; the message says why. */
  | 'MEDIA_INVALID'
  /** The web socket was closed permanently, for example because the key was revoked; the message says why. */
  | 'SOCKET_REFUSED'
  /** There is no package graphql-ws, or no WebSocket. */
  | 'FOLLOW_UNAVAILABLE'
  /** A webhook's delivery is not signed with the secret, or not recent. */
  | 'WEBHOOK_NOT_VERIFIED';

/** The codes of the API grow: treat one that you do not know like `INTERNAL_ERROR`. */
export type PublishingErrorCode = ErrorCode | ClientErrorCode | (string & {});

/** What an error of the client knows beside its message. */
export interface PublishingErrorFields {
  code: PublishingErrorCode;
  /** What to do, where the API says so. */
  advice?: string | undefined;
  /** HTTP status of the answer; none for an error that came over a web socket, or without an answer. */
  status?: number | undefined;
  /** Id of the request in the service's log: quote it when you ask its operator. */
  requestId?: string | undefined;
  /** Whether the same call may succeed later. */
  retryable?: boolean;
  /** Seconds after which it may, where the service says so. */
  retryAfterSeconds?: number | undefined;
  /** The detail fields that `errorCodes` lists for the code, such as `validation` of `VALIDATION_FAILED`. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** The one error of the client, but for the reason of an `AbortSignal`, which is thrown as it is. It contains no secret. */
export class PublishingError extends Error {
  override readonly name = 'PublishingError';
  readonly code: PublishingErrorCode;
  readonly advice: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, fields: PublishingErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.advice = fields.advice;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.retryable = fields.retryable ?? false;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.details = fields.details ?? {};
  }
}
