import { recordAudit } from '../domain/audit/audit.repository.js';
import type { RedeliverWebhookDelivery } from '../domain/webhooks/redeliver-webhook-delivery.use-case.js';
import { DeliveryStatus } from '../domain/webhooks/webhook.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { AppError } from '../foundation/errors/app-error.js';
import { type BulkOptions, tooMany } from './bulk.js';
import { type DeliveryFilter, type ListedDelivery, listDeliveries } from './deliveries.repository.js';
import { findAccount } from './find-account.step.js';

/** Which deliveries the operator means; `user`: e-mail address or id. */
export type DeliveryQuery = Omit<DeliveryFilter, 'userId'> & { user: string | null };

export interface ResentDeliveries {
  resent: number;
  /** Their webhooks are switched off: their owners switch them on again. */
  inactive: number;
  isDryRun: boolean;
}

/** The operator's view of webhook deliveries. */
export interface AdministerDeliveries {
  list(
    query: DeliveryQuery,
    page: { after: string | null; limit: number },
  ): Promise<{ deliveries: ListedDelivery[]; next: string | null }>;
  /**
   * Queues failed deliveries again, with the same ids and bodies and a full number of attempts. A dry run counts them.
   */
  resend(query: Omit<DeliveryQuery, 'status'>, options: BulkOptions): Promise<ResentDeliveries>;
}

const AT_ONCE = 500;

export function makeAdministerDeliveries(needs: {
  db: Db;
  /** Opens the job engine, which the list does without. */
  withRedeliver: <T>(work: (redeliver: RedeliverWebhookDelivery) => Promise<T>) => Promise<T>;
}): AdministerDeliveries {
  const { db } = needs;
  const filterOf = async ({ user, ...filter }: DeliveryQuery): Promise<DeliveryFilter> => ({
    ...filter,
    userId: user === null ? null : (await findAccount(db, user)).id,
  });
  return {
    list: async (query, page) => listDeliveries(db, await filterOf(query), page),
    async resend(query, { isDryRun, most }) {
      const filter = await filterOf({ ...query, status: DeliveryStatus.FAILED });
      if (most !== undefined && (await listDeliveries(db, filter, { after: null, limit: most })).next !== null)
        throw tooMany('deliveries', most);
      if (isDryRun) return resendEach(async ({ isActive }) => (isActive ? 'resent' : 'inactive'));
      const { user, since } = query;
      const details = { ...(user !== null && { user }), ...(since && { since: since.toISOString() }) };
      await recordAudit(db, null, { action: 'deliveries_resent', details });
      return needs.withRedeliver((redeliver) => resendEach((delivery) => resent(redeliver, delivery)));

      /** Counts what `one` does with each. */
      async function resendEach(one: (delivery: ListedDelivery) => Promise<Outcome | undefined>) {
        const result: ResentDeliveries = { resent: 0, inactive: 0, isDryRun };
        for (let after: string | null = null; ; ) {
          const page = await listDeliveries(db, filter, { after, limit: AT_ONCE });
          for (const delivery of page.deliveries) {
            const outcome = await one(delivery);
            if (outcome) result[outcome] += 1;
          }
          after = page.next;
          if (after === null) return result;
        }
      }
    },
  };
}

type Outcome = 'resent' | 'inactive';

/** Undefined: another command, or its owner, was faster. */
async function resent(
  redeliver: RedeliverWebhookDelivery,
  { id, userId, isActive }: ListedDelivery,
): Promise<Outcome | undefined> {
  if (!isActive) return 'inactive';
  try {
    await redeliver({ userId }, id);
    return 'resent';
  } catch (error) {
    if (error instanceof AppError) return error.code === 'WEBHOOK_INACTIVE' ? 'inactive' : undefined;
    throw error;
  }
}
