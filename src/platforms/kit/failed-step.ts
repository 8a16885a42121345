/** The step of a part that failed, in words for the post's owner and without any secret. */

import type { HttpLost } from '../../foundation/http-client/http.js';
import type { Failure, FailureCode } from '../port/failure.js';
import type { PlatformKey } from '../port/platform.js';

/** What the request that failed was for; it decides what its failure says about the post. */
export type Purpose =
  /** The request that makes the post. */
  | 'write'
  /** A request before that one, such as a login: whatever becomes of it, nothing was posted. */
  | 'prepare'
  /** A look for a post whose answer was lost: while it fails, the post may be live all the same. */
  | 'look';

/** Where and why a request was made. */
export interface Context {
  platform: PlatformKey;
  purpose: Purpose;
  /** Values that must not show up in any text: tokens, passwords. */
  secrets: readonly string[];
  /** The write was sent before, and its answer was lost: that this one failed does not say that the first did. */
  isRepeat?: boolean;
}

/** The step of a part that the platform does not have, or may not have. */
export interface FailedStep {
  kind: 'failed';
  failure: Failure;
}

/** The longest `platformError` and the longest quotation in a message, in UTF-16 units. */
const PLATFORM_ERROR_MAX = 2000;
const WORDS_MAX = 300;

/**
 * Builds the step of a failed part. `happened` completes a sentence that begins with the platform's key; `platformMessage` are
 * what the platform said, as shown to the owner, and `raw` is all of what it said. Secrets are removed from both.
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
  // Redacted before it is cut: half a secret would not be recognized.
  const clean = (text: string | null | undefined, max: number) =>
    printable(redact(text?.trim() ?? '', context.secrets).slice(0, max));
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

/** A failure whose outcome was unknown, once a look has shown that the post is not there. */
export const withCertainOutcome = (failure: Failure): Failure => ({
  ...failure,
  outcome: 'rejected',
  message: failure.message.replace(MAY_BE_LIVE, ''),
});

/** The step of a part whose request got no answer; `lost` says whether the platform may have received it. */
export function lostFailure(lost: HttpLost, context: Context): FailedStep {
  const { purpose, isRepeat = false } = context;
  const outcome = purpose === 'look' || isRepeat || (purpose === 'write' && lost.sent) ? 'unknown' : 'rejected';
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

/** Replaces every secret, written plainly or percent-encoded, by a mark. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(printable(secret))])
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

/** Half characters (of a cut, or of the platform) and NUL cannot be stored as text. */
export function printable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\ufffd');
}
