/**
 * Why a platform did not publish a part: what happened, whose fault it is and what to do.
 *
 * code      the kind of the failure; the list is open [post-error/open-list]
 * outcome   rejected: certainly not live, trying again is safe; unknown: it may be live, ask before anything else
 */

/** Who has to act on a failure. */
export type Fault = 'content' | 'account' | 'platform' | 'service';

interface FailureKind {
  /** Whether the service tries again by itself (and whether a retry by the owner may succeed). */
  retryable: boolean;
  fault: Fault;
  /** One sentence for the person who has to act. */
  advice: string;
}

export const FAILURES = {
  PLATFORM_AUTH_EXPIRED: {
    retryable: false,
    fault: 'account',
    advice: 'Connect the account again, then retry the post.',
  },
  PERMISSION_DENIED: {
    retryable: false,
    fault: 'account',
    advice: 'Grant the account or the app permission to post there, then retry the post.',
  },
  RATE_LIMITED: {
    retryable: true,
    fault: 'platform',
    advice: 'No action needed: the post is retried as soon as the platform allows it.',
  },
  INVALID_CONTENT: {
    retryable: false,
    fault: 'content',
    advice: 'Change the content as the platform asks and create a new post.',
  },
  CONTENT_TOO_LARGE: {
    retryable: false,
    fault: 'content',
    advice: 'Make the media smaller or the text shorter and create a new post.',
  },
  PLATFORM_SERVER_ERROR: {
    retryable: true,
    fault: 'platform',
    advice: 'The platform returned a server error; retry later.',
  },
  NETWORK_ERROR: {
    retryable: true,
    fault: 'platform',
    advice: 'The platform could not be reached; retry later.',
  },
  TIMEOUT_ERROR: {
    retryable: true,
    fault: 'platform',
    advice: 'The platform did not respond in time; retry later.',
  },
  NOT_FOUND_ON_PLATFORM: {
    retryable: false,
    fault: 'content',
    advice: 'Check the id: what it names does not exist on the platform, or has been deleted there.',
  },
  UNKNOWN_ERROR: {
    retryable: false,
    fault: 'platform',
    advice: 'Read the platform’s message; retry if the problem looks temporary.',
  },
  OUTCOME_UNKNOWN: {
    retryable: false,
    fault: 'platform',
    advice: 'Check the account: the post may be live. Retry only if it is not.',
  },
  MEDIA_NOT_UPLOADED: {
    retryable: true,
    fault: 'content',
    advice: 'Upload the file to its address and retry the post; once the address has expired, create a new post.',
  },
  MEDIA_UNAVAILABLE: {
    retryable: true,
    fault: 'service',
    advice: 'No action needed: the post is retried as soon as the service can read its files.',
  },
  THREAD_INTERRUPTED: {
    retryable: true,
    fault: 'platform',
    advice: 'Retry the failed part: the thread continues from there.',
  },
  SERVICE_ERROR: {
    retryable: true,
    fault: 'service',
    advice: 'Nothing was posted. Retry the post; if it fails again, contact the operator of this service.',
  },
  SCHEDULE_MISSED: {
    retryable: true,
    fault: 'service',
    advice: 'Reschedule the post if it should still be published.',
  },
  ACCOUNT_INACTIVE: {
    retryable: true,
    fault: 'account',
    advice: 'Have the account activated, then retry the post.',
  },
  PLATFORM_NOT_AVAILABLE: {
    retryable: true,
    fault: 'account',
    advice: 'Choose a plan that includes the platform, then retry the post.',
  },
  CONNECTION_NOT_FOUND: {
    retryable: false,
    fault: 'account',
    advice: 'Connect the target account, then retry the post.',
  },
  PLATFORM_NOT_CONFIGURED: {
    retryable: false,
    fault: 'service',
    advice: 'Ask the operator of this service to configure the platform, then retry the post.',
  },
  PLATFORM_NOT_SUPPORTED: {
    retryable: false,
    fault: 'content',
    advice: 'Choose a target on a supported platform.',
  },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof FAILURES;

export interface Failure {
  code: FailureCode;
  /** What happened, for people. Never a secret. */
  message: string;
  outcome: 'rejected' | 'unknown';
  /** HTTP status of the platform's response; absent when there was none. */
  platformStatusCode?: number;
  /** The platform's own message, unchanged; null if there was none. */
  platformError: string | null;
  /** When the platform allows the next attempt (Retry-After, a reset header or similar). */
  retryAt?: Date;
}
