import { makeAccountJobs } from '../../jobs/account-jobs.js';
import { mailBacklog } from '../../jobs/mail-backlog.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { publishJobs, queueStates, waitingMails } from '../../jobs/queue-state.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { makeAdministerAccounts } from '../admin/administer-accounts.use-case.js';
import { makeAdministerBanner } from '../admin/administer-banner.use-case.js';
import { makeAdministerDeliveries } from '../admin/administer-deliveries.use-case.js';
import { makeAdministerPosts } from '../admin/administer-posts.use-case.js';
import { makeAdministerQueues } from '../admin/administer-queues.use-case.js';
import { makeSwitchPublishing } from '../admin/switch-publishing.use-case.js';
import { notFound } from '../api/fallback-handlers.js';
import { notifyOfFailures } from '../domain/alerts/notify-of-failures.step.js';
import type { Authenticate } from '../domain/identity/access/authenticate.use-case.js';
import { makeRemoveAccount } from '../domain/owner/remove-account.use-case.js';
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeRedeliverWebhookDelivery } from '../domain/webhooks/redeliver-webhook-delivery.use-case.js';
import { listProcesses } from '../foundation/database/processes.repository.js';
import { onlyOperators } from '../operator/operator.http.js';
import { findOperator } from '../operator/operator.repository.js';
import { makeReadPosts } from '../operator/read-posts.use-case.js';
import { makeOperatorResolvers } from '../operator/resolvers.js';
import { makeOperatorSchema } from '../operator/schema.js';
import { makeSignInAs } from '../operator/sign-in-as.use-case.js';
import type { Parts } from './parts.js';

/** The operator's console: the use cases of the commands, on the connections and the job engine of the API. */
export function makeOperator(parts: Parts, authenticate: Authenticate) {
  const { config, db, transaction, clock, boss, publicUrl, addresses, log } = parts;
  const mailQueue = makeMailQueue(boss, publicUrl);
  const webhookQueue = makeWebhookQueue(boss);
  const recordChanges = makeRecordChanges({
    publishQueue: makePublishQueue(boss),
    announce: makeAnnounceEvents({ webhookQueue }),
    afterFailure: notifyOfFailures,
  });
  const redeliver = makeRedeliverWebhookDelivery({ db, transaction, clock, webhookQueue });
  const posts = makeAdministerPosts({
    db,
    transaction,
    publishJobs,
    listProcesses: () => listProcesses(db),
    withRecordChanges: (work) => work(recordChanges),
  });
  const schema = makeOperatorSchema(
    makeOperatorResolvers({
      db,
      clock,
      accounts: makeAdministerAccounts({
        db,
        transaction,
        clock,
        plans: config.plans,
        removeAccount: makeRemoveAccount({ mailQueue, jobs: makeAccountJobs(boss), clock }),
        claimAddress: addresses.claim,
        log,
      }),
      posts,
      readPosts: makeReadPosts({ db, posts }),
      queues: makeAdministerQueues({ db, queueStates, waitingMails, listProcesses }),
      deliveries: makeAdministerDeliveries({ db, withRedeliver: (work) => work(redeliver) }),
      publishing: makeSwitchPublishing({
        db,
        transaction,
        listProcesses: () => listProcesses(db),
        queueStates: () => queueStates(db),
        mailBacklog: () => mailBacklog(db),
      }),
      banner: makeAdministerBanner({ db, transaction, clock }),
      signInAs: makeSignInAs({ transaction, clock }),
      settings: () => config.inForce,
    }),
  );
  return {
    schema,
    onlyOperators: onlyOperators({
      authenticate,
      findOperator: (userId) => findOperator(db, userId),
      notFound,
      publicUrl,
    }),
  };
}
