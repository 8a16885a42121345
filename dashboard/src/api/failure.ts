import type { CombinedError } from 'urql';
import type { graphql } from './graphql.js';

export type ErrorCode = ReturnType<typeof graphql.scalar<'ErrorCode'>>;

/** Why an operation failed, in words for the user. */
export interface Failure {
  /** A code of the schema; `UNREACHABLE` if no response arrived. */
  code: ErrorCode | 'UNREACHABLE';
  message: string;
  /** Further fields of the error, as `errorCodes` describes them. */
  details: Record<string, unknown>;
  /** Identifies the request in the service's log; null if it was not received. */
  requestId: string | null;
}

/** The part of a result or of a hook's state that has the errors. */
interface Outcome {
  error?: CombinedError | undefined;
  extensions?: Record<string, unknown> | undefined;
}

/** Why an operation failed: its first error, or null. */
export function failureOf({ error, extensions }: Outcome): Failure | null {
  if (!error) return null;
  const [first] = error.graphQLErrors;
  const { headers } = (error.response ?? {}) as Partial<Response>;
  const requestId = String(extensions?.requestId ?? headers?.get('x-request-id') ?? '') || null;
  if (first) {
    const { code, ...details } = first.extensions;
    return { code: code as ErrorCode, message: refusedIn(details) ?? first.message, details, requestId };
  }
  return {
    code: 'UNREACHABLE',
    message: navigator.onLine
      ? 'The service cannot be reached. Try again in a while.'
      : 'You are offline. Try again when the connection is back.',
    details: {},
    requestId,
  };
}

/** What platforms would refuse in a post: the code alone does not say it. Null: the error is another one. */
function refusedIn({ validation }: Record<string, unknown>): string | null {
  const { errors = [] } = (validation ?? {}) as { errors?: { message: string }[] };
  return [...new Set(errors.map(({ message }) => message))].join('. ') || null;
}

/** The codes of operations without a session, or with one that has ended. */
const WITHOUT_SESSION: ReadonlySet<string> = new Set<ErrorCode>(['API_KEY_REQUIRED', 'SESSION_REQUIRED']);

export const isWithoutSession = (failure: Failure | null): boolean =>
  failure !== null && WITHOUT_SESSION.has(failure.code);

/** The codes of operations for an account that the person may not act for. */
const ACCOUNT_LOST: ReadonlySet<string> = new Set<ErrorCode>([
  'MEMBERSHIP_ENDED',
  'SERVICE_USER_ID_INVALID',
  'USER_NOT_MANAGED',
  'WORKSPACE_ACCESS_DISABLED',
]);

export const isLostAccount = (failure: Failure | null): boolean => failure !== null && ACCOUNT_LOST.has(failure.code);

const REFUSED_BY_ROLE: ReadonlySet<string> = new Set<ErrorCode>(['PERMISSION_REQUIRED', 'TWO_FACTOR_SETUP_REQUIRED']);

/** Whether the role of the person does not allow it, which may have been another when the page was loaded. */
export const isRefusedByRole = (failure: Failure | null): boolean =>
  failure !== null && REFUSED_BY_ROLE.has(failure.code);
