import type { Failure } from '../../../platforms/port/failure.js';
import type { State } from '../../../platforms/port/platform.js';

/**
 * How an attempt ended.
 *
 * published   the platform has it
 * rejected    the platform refused it, or the request never left: certainly not live
 * deferred    the platform said to try again later; burns no attempt [waits/burn-no-attempt]
 * absent      the response was lost, and a later lookup showed that the part is not there
 * unknown     the response was lost and the platform has no way to look it up
 */
export type AttemptOutcome = 'published' | 'rejected' | 'deferred' | 'absent' | 'unknown';

export interface PublishAttempt {
  id: string;
  postId: string;
  number: number;
  /** The key of the platform's account (../publishing/whose-post.ts); null if it could not be opened. */
  account: string | null;
  startedAt: Date;
  uncertainUntil: Date;
  state: State | null;
  failure: Failure | null;
  outcome: AttemptOutcome | null;
  endedAt: Date | null;
}
