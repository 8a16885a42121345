import { makeMarkRevoked } from '../domain/accounts/mark-revoked.use-case.js';
import { makeFindConnectedAccount } from '../domain/engagement/connected-account.use-case.js';
import { makeFetchOnce } from '../domain/engagement/fetch-once.use-case.js';
import { makeInteract } from '../domain/engagement/interact.use-case.js';
import { makeManageReplies } from '../domain/engagement/replies.use-case.js';
import { makeFindStatistics } from '../domain/engagement/statistics.use-case.js';
import { makeUnpublishPost } from '../domain/engagement/unpublish-post.use-case.js';
import { makeReportMetrics } from '../domain/metrics/report-metrics.use-case.js';
import type { RecordChanges } from '../domain/posts/state/record-changes.repository.js';
import type { ConfiguredPlatform } from '../platforms/platform-directory.js';
import type { Parts } from './parts.js';

/** Comments, reactions, replies, statistics and deletions, requested from the platforms as a connected account; and results. */
export function makeEngagement(
  { db, transaction, clock, loadAccount, platformDirectory }: Parts,
  { recordChanges }: { recordChanges: RecordChanges },
) {
  const connected = {
    db,
    loadAccount,
    markRevoked: makeMarkRevoked({ transaction, clock }),
    findPlatform: platformDirectory,
  };
  const findNetworkAccount = makeFindConnectedAccount({
    ...connected,
    featureOf: ({ interactions }: ConfiguredPlatform) => interactions,
    notFound: 'NETWORK_CONNECTION_NOT_FOUND',
  });
  const findRepliesAccount = makeFindConnectedAccount({
    ...connected,
    featureOf: ({ replies }: ConfiguredPlatform) => replies,
    notFound: 'THREADTALK_CONNECTION_NOT_FOUND',
  });
  const findUnpublisher = makeFindConnectedAccount({
    ...connected,
    featureOf: ({ unpublish }: ConfiguredPlatform) => unpublish,
    notFound: 'CONNECTION_NOT_FOUND',
  });
  return {
    reportMetrics: makeReportMetrics({ db }),
    findMetricsFacts: (platform: string) => platformDirectory(platform)?.metrics ?? null,
    unpublishPost: makeUnpublishPost({ db, transaction, clock, recordChanges, findUnpublisher }),
    interact: makeInteract({ findNetworkAccount, clock }),
    manageReplies: makeManageReplies({ findRepliesAccount, clock }),
    findStatistics: makeFindStatistics({ findNetworkAccount, fetchOnce: makeFetchOnce({ db, clock }), clock }),
  };
}
