/** The step of a failed part, worded for the post's owner and without secrets. */

import { storableText } from '../../foundation/database/storable-text.js';
import type { HttpLost } from '../../foundation/http-client/http.js';
import type { Failure, FailureCode } from '../port/failure.js';
import type { PlatformKey } from '../port/platform.js';

/** The purpose of the failed request; it determines what the failure means for the post. */
export type Purpose =
  /** The request that creates the post. */
  | 'write'
  /** A request before that, such as a login. Nothing was posted, for any outcome. */
  | 'prepare'
  /** A lookup of a post whose response was lost: if it fails, the post may still be live. */
  | 'lookup';

/** Where and why a request was made. */
export interface Context {
  platform: PlatformKey;
  purpose: Purpose;
  /** Values that must not appear in any text: tokens, passwords. */
  secrets: readonly string[];
  /** The write was sent before and its response was lost: this failure does not mean that the first one failed. */
  isRepeat?: boolean;
}

/** The step of a part that was not published, or may not have been. */
export interface FailedStep {
  kind: 'failed';
  failure: Failure;
}

/** Maximum lengths of `platformError` and of the quotation in a message, in UTF-16 units. */
const PLATFORM_ERROR_MAX = 2000;
const WORDS_MAX = 300;

/**
 * Builds the step of a failed part. `happened` completes a sentence that starts with the platform's key;
 * `platformMessage` is the platform's message shown to the owner, and `raw` its full response. Secrets are removed from
 * both.
 */
export function failed(
  code: FailureCode,
  context: Context,
  about: {
    outcome: Failure['outcome'];
    happened: string;
    platformMessage?: string | null;
    raw?: string | null;
    status?: number;
    retryAt?: Date;
  },
): FailedStep {
  // Redact before truncating: part of a secret would not be recognized.
  const clean = (text: string | null | undefined, max: number) =>
    storableText(redact(text?.trim() ?? '', context.secrets).slice(0, max));
  const live = about.outcome === 'unknown' ? MAY_BE_LIVE : '';
  const words = clean(about.platformMessage, WORDS_MAX);
  const failure: Failure = {
    code,
    message: `${context.platform} ${about.happened}${live}${words && `: ${words}`}`,
    outcome: about.outcome,
    platformError: clean(about.raw, PLATFORM_ERROR_MAX) || null,
    ...(about.status === undefined ? {} : { platformStatusCode: about.status }),
    ...(about.retryAt === undefined ? {} : { retryAt: about.retryAt }),
  };
  return { kind: 'failed', failure };
}

const MAY_BE_LIVE = '; the post may be live';

/** A failure with an unknown outcome, once a lookup has shown that the post does not exist. */
export const withCertainOutcome = (failure: Failure): Failure => ({
  ...failure,
  outcome: 'rejected',
  message: failure.message.replace(MAY_BE_LIVE, ''),
});

/** The step of a part whose request got no response. `lost` says whether the platform may have received it. */
export function lostFailure(lost: HttpLost, context: Context): FailedStep {
  const { purpose, isRepeat = false } = context;
  const outcome = purpose === 'lookup' || isRepeat || (purpose === 'write' && lost.sent) ? 'unknown' : 'rejected';
  if (lost.cause === 'timeout') {
    return failed('TIMEOUT_ERROR', context, {
      outcome,
      happened: 'did not respond in time',
      platformMessage: lost.message,
    });
  }
  const happened = lost.sent ? 'closed the connection before it responded' : 'could not be reached';
  return failed('NETWORK_ERROR', context, { outcome, happened, platformMessage: lost.message });
}

/** Replaces every secret, plain or percent-encoded, with a placeholder. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(storableText(secret))])
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}
