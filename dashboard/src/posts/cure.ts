import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { graphql } from '../api/graphql.js';
import { PLATFORMS, type Platform, platformName } from '../parts/platform.js';

/** Failures of posts whose account had no access, which a reconnection cures. */
export const ACCESS_CODES = ['PLATFORM_AUTH_EXPIRED', 'CONNECTION_NOT_FOUND', 'PERMISSION_DENIED'] as const;

type FailureCode = ReturnType<typeof graphql.scalar<'FailureCode'>>;
type PostGroupAction = ReturnType<typeof graphql.scalar<'PostGroupAction'>>;
type PlatformPostAction = ReturnType<typeof graphql.scalar<'PlatformPostAction'>>;

/** A failed post on one platform. */
export interface FailedPart {
  platformKey: string;
  platformId: string;
  allowedActions: readonly PlatformPostAction[];
  account: {
    username: string;
    tokenStatus: ReturnType<typeof graphql.scalar<'TokenStatus'>>;
    revokedAt: string | null;
  } | null;
  error: { code: FailureCode; message: string };
}

/** What cures a failure, with the label of its button. */
export type Cure = { label: string } & (
  | { kind: 'reconnect' }
  /** Of a disconnected account. */
  | { kind: 'connect'; platform: Platform }
  /** `unschedule`: what is not live becomes a draft again. `duplicate`: nothing is live, and the post is final. */
  | { kind: 'edit'; by: 'edit' | 'unschedule' | 'duplicate' }
  | { kind: 'retry' }
  /** Somebody looks whether it is live, then retries. */
  | { kind: 'look' }
  | { kind: 'plan' }
);

/** The same content fails again. */
const CONTENT: readonly FailureCode[] = [
  'INVALID_CONTENT',
  'CONTENT_TOO_LARGE',
  'NOT_FOUND_ON_PLATFORM',
  'MEDIA_NOT_UPLOADED',
  'PLATFORM_NOT_SUPPORTED',
];
const RETRY_LABELS: Partial<Record<FailureCode, MessageDescriptor>> = {
  SCHEDULE_MISSED: msg`Publish now`,
  THREAD_INTERRUPTED: msg`Continue the thread`,
};

/** The action that resolves a failure; null if none in the dashboard does. */
export function cureOf(part: FailedPart, groupActions: readonly PostGroupAction[]): Cure | null {
  const { error, account, platformKey, allowedActions } = part;
  const { code } = error;
  const on = platformName(platformKey);
  const canRetry = allowedActions.includes('RETRY');
  const retry: Cure | null = canRetry ? { kind: 'retry', label: t(RETRY_LABELS[code] ?? msg`Retry`) } : null;
  if (allowedActions.includes('ACKNOWLEDGE_AND_RETRY')) return { kind: 'look', label: t`Check, then retry` };
  if (!account) {
    const platform = PLATFORMS.find((one) => one === platformKey.toUpperCase());
    return platform ? { kind: 'connect', label: t`Connect the ${on} account`, platform } : null;
  }
  const hasAccess = account.tokenStatus !== 'EXPIRED' && account.revokedAt === null;
  if (!hasAccess || code === 'PERMISSION_DENIED')
    return { kind: 'reconnect', label: t`Reconnect @${account.username}` };
  if (ACCESS_CODES.some((one) => one === code)) return retry;
  if (code === 'PLATFORM_NOT_AVAILABLE') return { kind: 'plan', label: t`See your plan` };
  if (!CONTENT.includes(code)) return retry;
  if (groupActions.includes('EDIT')) return { kind: 'edit', by: 'edit', label: t`Edit for ${on}` };
  if (groupActions.includes('UNSCHEDULE')) return { kind: 'edit', by: 'unschedule', label: t`Edit for ${on}` };
  if (groupActions.includes('DUPLICATE')) return { kind: 'edit', by: 'duplicate', label: t`Edit a copy` };
  return retry;
}

/** What a sentence about a failure needs. */
type Failed = Pick<FailedPart, 'platformKey' | 'error'> & { account: { username: string } | null };

/** What happened, in one sentence. */
export function sentenceOf({ error: { code, message }, account, platformKey }: Failed): string {
  const on = platformName(platformKey);
  const name = account ? `@${account.username}` : t`The ${on} account`;
  const whose = account ? name : t`the account`;
  const words = inWords(message);
  switch (code) {
    case 'PLATFORM_AUTH_EXPIRED':
      return t`${on} no longer accepts the access of ${whose}.`;
    case 'CONNECTION_NOT_FOUND':
      return t`${name} was not connected when the post was due.`;
    case 'PERMISSION_DENIED':
      return t`${name} may not post on ${on}${words}.`;
    case 'ACCOUNT_INACTIVE':
      return t`Your account of this service was deactivated when the post was due.`;
    case 'INVALID_CONTENT':
      return t`${on} refused the post${words}.`;
    case 'CONTENT_TOO_LARGE':
      return t`The text or a file is too large for ${on}.`;
    case 'NOT_FOUND_ON_PLATFORM':
      return t`Something that the post refers to is not on ${on} any more.`;
    case 'MEDIA_NOT_UPLOADED':
      return t`A file of the post was not uploaded.`;
    case 'MEDIA_UNAVAILABLE':
      return t`A file of the post could not be read.`;
    case 'RATE_LIMITED':
      return t`${on} accepts no more posts of ${whose} for now.`;
    case 'NETWORK_ERROR':
      return t`${on} could not be reached.`;
    case 'TIMEOUT_ERROR':
      return t`${on} did not respond in time.`;
    case 'PLATFORM_SERVER_ERROR':
      return t`${on} had an error.`;
    case 'OUTCOME_UNKNOWN':
      return t`${on} did not say whether it has the post.`;
    case 'PLATFORM_NOT_AVAILABLE':
      return t`Your plan does not include ${on}.`;
    case 'PLATFORM_NOT_CONFIGURED':
      return t`${on} is not set up here. Ask the operator of this service.`;
    case 'PLATFORM_NOT_SUPPORTED':
      return t`${on} is no longer supported.`;
    case 'SCHEDULE_MISSED':
      return t`The post was not published at its time.`;
    case 'THREAD_INTERRUPTED':
      return t`A part before this one was not published.`;
    case 'SERVICE_ERROR':
      return t`This service had an error. Nothing was posted.`;
    case 'UNKNOWN_ERROR':
      return t`${on} refused the post${words}.`;
  }
}

/** The longest words of a platform that a sentence quotes. */
const LONGEST_QUOTE = 160;

/** The platform's words, which are in a message after a colon, unless they are a document or a page. */
function inWords(message: string): string {
  const [, ...rest] = message.split(': ');
  const words = rest.join(': ').replace(/[.\s]+$/, '');
  return words && words.length <= LONGEST_QUOTE && !/[{}<>\n]/.test(words) ? t`: “${words}”` : '';
}
