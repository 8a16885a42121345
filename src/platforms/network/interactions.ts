import type { Http } from '../../foundation/http-client/http.js';
import { type FailedStep, failed, type Purpose } from '../kit/failed-step.js';
import type { FailureTable } from '../kit/failure-table.js';
import type { Account } from '../port/account.js';
import type { InteractionResult, Interactions } from '../port/interactions.js';
import type { PlatformSetup } from '../port/platform.js';
import { connect, type NetworkClient } from './client.js';
import { addComment, removeComment } from './comments.js';
import { networkFailures } from './failures.js';
import { isOrganization } from './profile.js';
import { react, removeReaction } from './reactions.js';
import { countDailyFollowers, countDailyOfAccount, countFollowers, countOfAccount, countOfPost } from './statistics.js';

/** For requests that name a post or a comment: a 404 is about that. */
const postFailures: FailureTable = {
  ...networkFailures,
  rows: [{ status: 404, code: 'NOT_FOUND_ON_PLATFORM' }, ...networkFailures.rows],
};

/** Comments and reactions of an account, and the numbers of a member. */
export function makeInteractions(http: Http, setup: PlatformSetup): Interactions {
  const withClient = async <T>(
    account: Account,
    call: (client: NetworkClient) => Promise<InteractionResult<T>>,
    // A repeat of anything else changes nothing.
    purpose: Purpose = 'prepare',
    failures = postFailures,
  ): Promise<InteractionResult<T>> => {
    const connected = connect(http, account, setup, purpose, failures);
    return connected.kind === 'failed' ? connected : call(connected.client);
  };
  const counting = <T>(
    account: Account,
    count: (client: NetworkClient) => Promise<InteractionResult<T>>,
    failures = networkFailures,
  ) => {
    const ofMember = async (client: NetworkClient) =>
      isOrganization(client.author) ? ofMembersOnly(client) : count(client);
    return withClient(account, ofMember, 'prepare', failures);
  };
  return {
    comment: (account, comment) => withClient(account, (client) => addComment(client, comment), 'write'),
    removeComment: (account, comment) => withClient(account, (client) => removeComment(client, comment)),
    react: (account, reaction) => withClient(account, (client) => react(client, reaction)),
    removeReaction: (account, postedId) => withClient(account, (client) => removeReaction(client, postedId)),
    followers: (account) => counting(account, countFollowers),
    dailyFollowers: (account, range) => counting(account, (client) => countDailyFollowers(client, range)),
    postMetric: (account, postedId, metric) =>
      counting(account, (client) => countOfPost(client, postedId, metric), postFailures),
    accountMetric: (account, metric, range) => counting(account, (client) => countOfAccount(client, metric, range)),
    dailyAccountMetric: (account, metric, range) =>
      counting(account, (client) => countDailyOfAccount(client, metric, range)),
  };
}

/** The calls above return data of the member, even if an organization is requested. */
function ofMembersOnly({ context }: NetworkClient): FailedStep {
  const happened = 'provides these statistics for members, not for organizations';
  return failed('PERMISSION_DENIED', context, { outcome: 'rejected', happened });
}
