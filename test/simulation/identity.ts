/** The identity of live posts in the simulated store: what other posts do at an account, and which posts are claimed. */
import type { PlatformPost } from '../../src/domain/posts/state/platform-post.js';
import type { PublishAttempt } from '../../src/domain/posts/state/publish-attempt.js';
import type { LivePostClaim } from '../../src/domain/publishing/publish-store.js';
import type { AccountActivity, Rival, TakenPost } from '../../src/domain/publishing/whose-post.js';

/** The rows that activity is read from. */
interface Rows {
  posts: ReadonlyMap<string, PlatformPost>;
  /** Those of removed posts. */
  removedAttempts: readonly PublishAttempt[];
  attempts: ReadonlyMap<string, PublishAttempt>;
  claims: Claims;
  contentOf(post: PlatformPost): { text: string; mediaCount: number };
}

export function accountActivity(rows: Rows, account: string, postId: string, since: Date): AccountActivity {
  const mayBeIts = ({ outcome, uncertainUntil }: PublishAttempt) =>
    outcome === null || (isUncertain(outcome) && uncertainUntil >= since);
  const rivals = [...rows.attempts.values()].flatMap((attempt): Rival[] => {
    const post = rows.posts.get(attempt.postId);
    if (!post || post.id === postId || attempt.account !== account || !mayBeIts(attempt)) return [];
    if (post.status === 'published' && attempt.outcome !== 'unknown') return [];
    const { id, outcome, startedAt } = attempt;
    const { text, mediaCount } = rows.contentOf(post);
    const uncertainUntil = post.leaseUntil ?? attempt.uncertainUntil;
    return [{ id, outcome, startedAt, uncertainUntil, text, mayDiffer: mediaCount > 0 }];
  });
  const removed = rows.removedAttempts.filter((one) => one.account === account && one.uncertainUntil >= since);
  return {
    taken: rows.claims.taken(account, postId, since, ({ postId: id }) => {
      const post = rows.posts.get(id);
      return { text: post ? rows.contentOf(post).text : null, url: post?.url ?? null };
    }),
    rivals: [
      ...rivals,
      ...removed.map((attempt) => ({ ...attempt, outcome: 'unknown' as const, text: null, mayDiffer: true })),
    ],
  };
}

/** Whether an attempt with this outcome, or none, may have left a post. */
export const isUncertain = (outcome: PublishAttempt['outcome']): boolean =>
  outcome === null || outcome === 'absent' || outcome === 'unknown';

/** The table of claimed posts: unique for each account, over all users. */
export class Claims {
  private readonly rows = new Map<string, LivePostClaim & { at: Date }>();

  taken(
    account: string,
    postId: string,
    since: Date,
    describe: (claim: LivePostClaim) => TakenPost,
  ): Map<string, TakenPost> {
    const others = [...this.rows.values()].filter(
      (row) => row.account === account && row.postId !== postId && row.at >= since,
    );
    return new Map(others.map((claim) => [claim.postedId, describe(claim)]));
  }

  /** Whom the posts belong to, or will. */
  owners(claims: readonly LivePostClaim[]): LivePostClaim[] {
    const made = new Map<string, LivePostClaim>();
    for (const claim of claims) {
      const key = keyOf(claim);
      made.set(key, this.rows.get(key) ?? made.get(key) ?? claim);
    }
    return [...made.values()];
  }

  store(claims: readonly LivePostClaim[], at: Date): void {
    for (const claim of claims) if (!this.rows.has(keyOf(claim))) this.rows.set(keyOf(claim), { ...claim, at });
  }
}

/** The row that a claim waits for, and locks. */
export const keyOf = ({ account, postedId }: Omit<LivePostClaim, 'postId'>): string => `claim ${account} ${postedId}`;
