/** Why a number of a report is missing, in sentences that an assistant can repeat. */

/** The metrics of a report, by their names. */
type Values = Readonly<Record<string, number | null>>;

interface AccountState {
  platformId: string;
  state: string;
  missingScopes: readonly string[];
  /** Whether the platform refuses its access until it is connected again. */
  isLost: boolean;
}

export interface ResultsToExplain {
  total: { posts: number; measuredPosts: number; values: Values; followers: number | null };
  bestTimes: { posts: number; isEnough: boolean; needed: number };
  accounts: readonly AccountState[];
  /** Whether the report is about posts with some labels alone. */
  isOfSomePosts: boolean;
}

const TOO_FEW_READINGS = 'Followers are null: no follower count was read in this period.';
const OF_ACCOUNTS =
  'Followers are null: an account has them regardless of its posts, so a report about labels has none.';
const REACH =
  'Reach of several posts is null: the same people may have seen them, so a sum would be too high. A single post has it where its platform gives it.';

/** By the state of an account; measured ones need no words. */
const STATES: Record<string, (scopes: string) => string> = {
  WAITING: () => 'not read yet; the first reading is within a day.',
  PERMISSION_MISSING: (scopes) =>
    `connected without the permission to read numbers${scopes && ` (${scopes})`}. Connect it again to get them.`,
  NOT_SUPPORTED: () => 'the platform gives no numbers.',
  FAILED: () => 'the platform did not give the numbers at the last attempt.',
};

const LOST = 'its numbers cannot be read until the account is connected again.';

export function explainResults({ total, bestTimes, accounts, isOfSomePosts }: ResultsToExplain): string[] {
  const { posts, measuredPosts, values, followers } = total;
  const notGiven = Object.keys(values).filter((name) => values[name] === null && !(name === 'reach' && posts > 1));
  const reasons = [
    posts === 0 && 'No post was published in this period.',
    measuredPosts < posts &&
      `${posts - measuredPosts} of ${posts} posts have no numbers. The first reading is an hour after publication. They add nothing to the sums.`,
    posts > 0 && notGiven.length > 0 && `No platform gave this for these posts: ${notGiven.join(', ')}.`,
    posts > 1 && values.reach === null && REACH,
    followers === null && (isOfSomePosts ? OF_ACCOUNTS : TOO_FEW_READINGS),
    !bestTimes.isEnough &&
      `Best times need ${bestTimes.needed} posts with the metric from at least 3 weeks; there are ${bestTimes.posts} posts.`,
    ...explainAccounts(accounts),
  ];
  return reasons.filter((reason) => reason !== false);
}

/** Accounts for the same reason share a sentence. */
function explainAccounts(accounts: readonly AccountState[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { platformId, state, missingScopes, isLost } of accounts) {
    const reason = isLost && state !== 'NOT_SUPPORTED' ? LOST : STATES[state]?.(missingScopes.join(', '));
    if (reason) byReason.set(reason, [...(byReason.get(reason) ?? []), platformId]);
  }
  return [...byReason].map(([reason, ids]) => `${ids.join(', ')}: ${reason}`);
}
