/** First comments of platforms whose comments are no posts: one request sends one, and the list of its post shows it. */
import type { Http } from '../../foundation/http-client/http.js';
import type { Account } from '../port/account.js';
import type { Clock, LookupResult, Part, PlatformKey, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { type FailedStep, failed } from './failed-step.js';

export interface Commenter {
  /** Sends the comment to the post `replyTo`. */
  comment(part: Part, account: Account): Promise<Step>;
  /** Looks for the comment in the list of the comments on that post. */
  find(part: Part, account: Account): Promise<LookupResult>;
}

/** A publisher that sends comments as such, and everything else with the given one. */
export const withComments =
  (
    makePublisher: (http: Http, setup: PlatformSetup, clock: Clock) => Publisher,
    makeCommenter: (http: Http, setup: PlatformSetup) => Commenter,
  ) =>
  (http: Http, setup: PlatformSetup, clock: Clock): Publisher => {
    const posts = makePublisher(http, setup, clock);
    const comments = makeCommenter(http, setup);
    return {
      start: (part, account) => (part.isComment ? comments.comment(part, account) : posts.start(part, account)),
      lookUp: (part, account, state) =>
        part.isComment ? comments.find(part, account) : posts.lookUp(part, account, state),
      finish: (part, account, state) => posts.finish(part, account, state),
    };
  };

/**
 * The failure of a token without the scope for comments; null if that is unknown, as for accounts that were connected
 * before their scopes were stored: then the platform decides.
 */
export function mayNotComment(platform: PlatformKey, scopes: readonly string[], scope: string): FailedStep | null {
  if (scopes.length === 0 || scopes.includes(scope)) return null;
  const happened = `was not given permission by the owner of this account to let this service write comments (${scope}): connect the account again and allow it`;
  return failed('PERMISSION_DENIED', { platform, purpose: 'prepare', secrets: [] }, { outcome: 'rejected', happened });
}
