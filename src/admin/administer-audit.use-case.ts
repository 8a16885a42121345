import { auditPage, countAudit } from '../domain/audit/audit.repository.js';
import type { AuditAction, AuditEvent } from '../domain/audit/audit-event.js';
import { findUser } from '../domain/identity/account/user.repository.js';
import { isId } from '../foundation/database/id.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { findAccount } from './find-account.step.js';

/** Which events the operator reads. Null: any. */
export interface AuditQuery {
  /** E-mail address or id of an account or managed user; the id also of an account that was removed. */
  who: string | null;
  action: AuditAction | null;
  since: Date | null;
  /** From 1. */
  page: number;
}

/** A page of the audit log, newest first. */
export interface AuditPage {
  events: AuditEvent[];
  page: number;
  pages: number;
  total: number;
}

/** The audit log, as the operator reads it. */
export interface AdministerAudit {
  list(query: AuditQuery): Promise<AuditPage>;
}

const PAGE_SIZE = 50;

export const makeAdministerAudit = ({ db }: { db: Db }): AdministerAudit => ({
  async list({ who, action, since, page }) {
    const filter = { ...(await whose(db, who)), actions: action && [action], from: since, to: null };
    const total = await countAudit(db, filter);
    const events = await auditPage(db, filter, { after: null, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
    return { events, page, pages: Math.ceil(total / PAGE_SIZE), total };
  },
});

async function whose(db: Db, who: string | null): Promise<{ ownerId: string | null; userId: string | null }> {
  if (who === null) return { ownerId: null, userId: null };
  const user = isId(who) ? await findUser(db, who.toLowerCase()) : await findAccount(db, who);
  if (user?.managedById) return { ownerId: user.managedById, userId: user.id };
  return { ownerId: user?.id ?? who.toLowerCase(), userId: null };
}
