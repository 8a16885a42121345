import type { ErrorDetails } from './error-details.js';
import type { ErrorCode } from './operations.js';

/** The errors before the API responded, or outside of its operations. */
export type ClientErrorCode =
  /** No response arrived: no connection, or one that broke. */
  | 'NETWORK_ERROR'
  /** No response arrived within `timeoutMs`. */
  | 'TIMEOUT'
  /** The response is not from the service: a redirect, or a proxy's page. Check `url`. */
  | 'UNEXPECTED_RESPONSE'
  /** REST, whose errors have no codes, refused a request: see `status` and `message`. */
  | 'REQUEST_REJECTED'
  /** The storage refused a file. */
  | 'UPLOAD_REJECTED'
  /** A file arrived and cannot be published; the message says why. */
  | 'MEDIA_INVALID'
  /** The web socket was closed permanently, for example because the key was revoked; the message says why. */
  | 'SOCKET_REFUSED'
  /** The package graphql-ws or a WebSocket is missing. */
  | 'FOLLOW_UNAVAILABLE'
  /** A webhook's delivery is not signed with the secret, or not recent. */
  | 'WEBHOOK_NOT_VERIFIED'
  /** The error of the API has no code. */
  | 'UNKNOWN';

/** The codes with which GraphQL refuses an operation before it is executed. */
type RefusalCode =
  | 'BAD_REQUEST'
  | 'BAD_USER_INPUT'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'OPERATION_TOO_LARGE';

/** A later version of the API has further codes: treat them as `INTERNAL_ERROR`. */
export type PublishingErrorCode = ErrorCode | RefusalCode | ClientErrorCode;

/** What the details of an error have, by its code. A code that is not here has none. */
export interface PublishingErrorDetails extends ErrorDetails {
  /** `closeCode` of a web socket. */
  NETWORK_ERROR: { readonly closeCode?: number | undefined };
  SOCKET_REFUSED: { readonly closeCode?: number | undefined };
  /** The fields of the response besides `error`. */
  REQUEST_REJECTED: Readonly<Record<string, unknown>>;
}

/** In the details of each error. */
type LeftDetails = {
  /** The draft that `posts.create` has left. */
  readonly postGroupId?: string | undefined;
};

/** The fields of an error of the client. */
export interface PublishingErrorFields {
  code: PublishingErrorCode;
  /** Who has to act, if the API says so: ARGUMENTS, ACCOUNT, LIMIT or SERVICE. */
  fault?: string | undefined;
  /** What to do, if the API says so. */
  advice?: string | undefined;
  /** The field of the input that it is about, if the API says so: a path such as `input.post.media.1.url`. */
  field?: string | undefined;
  /** The address of a page about the code. */
  documentation?: string | undefined;
  /** HTTP status of the response; undefined for an error over a web socket, or without a response. */
  status?: number | undefined;
  /** Id of the request in the service's log: quote it when you ask its operator. */
  requestId?: string | undefined;
  /** Whether the same call may succeed later. */
  retryable?: boolean;
  /** Seconds after which it may, if the service says so. */
  retryAfterSeconds?: number | undefined;
  /** The detail fields that `errorCodes` lists for the code, such as `validation` of `VALIDATION_FAILED`. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

interface ErrorOf<Code extends PublishingErrorCode, Details> extends Error {
  readonly name: 'PublishingError';
  readonly code: Code;
  readonly details: Details;
  readonly fault: string | undefined;
  readonly advice: string | undefined;
  readonly field: string | undefined;
  readonly documentation: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
}

type Detailed = keyof PublishingErrorDetails;

/**
 * The only error of the client, except for the reason of an `AbortSignal`, which is thrown unchanged. It contains no
 * secret. A comparison of its `code` decides the type of its `details`.
 */
export type PublishingError =
  | ErrorOf<Exclude<PublishingErrorCode, Detailed>, LeftDetails>
  | { [Code in Detailed]: ErrorOf<Code, PublishingErrorDetails[Code] & LeftDetails> }[Detailed];

class ErrorOfClient extends Error {
  override readonly name = 'PublishingError';
  readonly code: PublishingErrorCode;
  readonly fault: string | undefined;
  readonly advice: string | undefined;
  readonly field: string | undefined;
  readonly documentation: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, fields: PublishingErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.fault = fields.fault;
    this.advice = fields.advice;
    this.field = fields.field;
    this.documentation = fields.documentation;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.retryable = fields.retryable ?? false;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.details = fields.details ?? {};
  }
}

/** The class: `instanceof` narrows to the union above, which a class cannot have as its type. */
export const PublishingError = ErrorOfClient as unknown as {
  new (message: string, fields: PublishingErrorFields): PublishingError;
  readonly prototype: PublishingError;
  [Symbol.hasInstance](value: unknown): value is PublishingError;
};
