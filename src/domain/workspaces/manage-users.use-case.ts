import { newId } from '../../foundation/database/id.js';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { AuditSubject } from '../audit/audit-event.js';
import { deleteCalendarFeed } from '../calendar/calendar-feed.repository.js';
import { updateApiKeys } from '../identity/access/api-key.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { parseDisplayName, parseEmail } from '../identity/account/parse-account.js';
import {
  countManagedUsers,
  findUserByEmail,
  insertUser,
  lockUser,
  type ManagedUserFilter,
  managedUsers,
  type NewUser,
  updateUser,
} from '../identity/account/user.repository.js';
import type { CreatedApiKey } from '../identity/manage-api-keys.use-case.js';
import { keySubject, storeNewKey } from '../identity/manage-api-keys.use-case.js';
import { PLANS } from '../plans/plans.js';
import { keepUsageOfDetached } from '../usage/usage.repository.js';
import { deleteWebhooksOfOwner } from '../webhooks/webhook.repository.js';
import { deleteConnectionPage } from './connection-page.repository.js';

/** A user that a workspace owner manages. */
export type ManagedUser = Pick<NewUser, 'id' | 'email' | 'displayName' | 'createdAt'>;

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
}

/** The account and, over the API, the key need workspace access [workspace-users/workspace-access]. */
export function assertWorkspace(viewer: Viewer): void {
  if (!viewer.workspaceAccess) throw new AppError('WORKSPACE_ACCESS_DISABLED');
}

const MAX_SEARCH = 200;
/** Of one account. */
const MAX_MANAGED_USERS = 1_000;

/** Which of the owner's users: those with this text in their name or address; all if there is none. */
function filterOf(viewer: Viewer, text: string | null): ManagedUserFilter {
  assertWorkspace(viewer);
  if (text !== null && text.length > MAX_SEARCH)
    throw new AppError('FILTER_INVALID', { reason: `text has at most ${MAX_SEARCH} characters` });
  return { ownerId: viewer.ownerId, text: storableText(text ?? '').trim() };
}

export type ListManagedUsers = (
  viewer: Viewer,
  text: string | null,
  page: Parameters<typeof managedUsers>[2],
) => Promise<ManagedUser[]>;

/** A page of the owner's managed users, oldest first. */
export const makeListManagedUsers =
  ({ db }: Needs): ListManagedUsers =>
  async (viewer, text, page) =>
    managedUsers(db, filterOf(viewer, text), page);

export type CountManagedUsers = (viewer: Viewer, text: string | null) => Promise<number>;

export const makeCountManagedUsers =
  ({ db }: Needs): CountManagedUsers =>
  async (viewer, text) =>
    countManagedUsers(db, filterOf(viewer, text));

export type CreateManagedUser = (
  viewer: Viewer,
  input: { username: string; displayName: string | null },
) => Promise<ManagedUser>;

/** A user without a password, on the owner's plan; named by an e-mail address. MANAGED_USER_LIMIT_REACHED. */
export const makeCreateManagedUser =
  ({ db, transaction, clock }: Needs): CreateManagedUser =>
  async (viewer, input) => {
    assertWorkspace(viewer);
    if (input.username.trim() === '') throw new AppError('EMAIL_REQUIRED');
    const email = parseEmail(input.username);
    const displayName = parseDisplayName(input.displayName, email);
    // The address is unconfirmed, so its owner can still sign up with it.
    if (await findUserByEmail(db, email)) throw new AppError('EMAIL_TAKEN');
    const now = clock();
    const user = { id: newId(now), email, displayName, createdAt: now };
    // The plan of its own is for the day on which it is detached; until then the owner's counts.
    const stored = { ...user, emailConfirmedAt: null, plan: 'starter', managedById: viewer.ownerId } as const;
    await transaction(async (tx) => {
      await lockUser(tx, viewer.ownerId);
      const count = await countManagedUsers(tx, { ownerId: viewer.ownerId, text: '' });
      if (count >= MAX_MANAGED_USERS) throw new AppError('MANAGED_USER_LIMIT_REACHED');
      if (!(await insertUser(tx, stored))) throw new AppError('EMAIL_TAKEN');
      const caller = { ...viewer, userId: user.id };
      await recordAudit(tx, caller, { action: 'managed_user_created', subject: managedUserSubject(user) });
    });
    return user;
  };

/** Ends the exports of an account, which have the posts of its managed users. */
export type EndExports = (db: Db, userId: string, now: Date) => Promise<void>;

export type DetachManagedUser = (viewer: Viewer, userId: string) => Promise<void>;

/**
 * The user is no longer managed; it is not erased, and neither are its posts. Its address is free. Everything ends by which
 * its owner could act for it or see what it does from then on. What it has stored and used until then stays on the owner's account.
 */
export const makeDetachManagedUser =
  ({ transaction, clock, endExports }: Needs & { endExports: EndExports }): DetachManagedUser =>
  (viewer, userId) => {
    assertWorkspace(viewer);
    return transaction(async (db) => {
      // Whoever takes quota of the account has this lock first.
      await lockUser(db, viewer.ownerId);
      const user = await lockManagedUser(db, viewer, userId);
      const now = clock();
      await keepUsageOfDetached(db, userId, viewer.ownerId, now);
      await updateUser(db, { id: userId }, { managedById: null });
      await deleteConnectionPage(db, userId);
      // All of them were given to the owner, and would act for the user again on a plan of its own.
      await updateApiKeys(db, { userId }, { revokedAt: now });
      await deleteCalendarFeed(db, userId);
      await deleteWebhooksOfOwner(db, userId, viewer.ownerId);
      await endExports(db, viewer.ownerId, now);
      const caller = { ...viewer, userId };
      await recordAudit(db, caller, { action: 'managed_user_detached', subject: managedUserSubject(user) });
    });
  };

export type CreateManagedUserKey = (viewer: Viewer, userId: string) => Promise<CreatedApiKey & { user: ManagedUser }>;

/** A key with which a managed user calls for itself. It replaces the one that it had. */
export const makeCreateManagedUserKey =
  ({ transaction, clock }: Needs): CreateManagedUserKey =>
  (viewer, userId) => {
    assertWorkspace(viewer);
    if (!PLANS[viewer.plan].apiAccess) throw new AppError('WORKSPACE_OWNER_WITHOUT_API');
    return transaction(async (db) => {
      const user = await lockManagedUser(db, viewer, userId);
      const now = clock();
      const replaced = await updateApiKeys(db, { userId }, { revokedAt: now });
      const flags = { mcpAccess: false, workspaceAccess: false };
      const key = await storeNewKey(db, { userId, name: 'Default', ...flags }, now);
      const details = { ...flags, replaced };
      await recordAudit(db, { ...viewer, userId }, { action: 'api_key_created', subject: keySubject(key), details });
      return { ...key, user };
    });
  };

export const managedUserSubject = ({ id, email }: ManagedUser): AuditSubject => ({
  type: 'managed_user',
  id,
  name: email,
});

/** The row of a user that the viewer manages, locked until the transaction ends. */
export async function lockManagedUser(db: Db, viewer: Viewer, userId: string): Promise<ManagedUser> {
  const user = await lockUser(db, userId);
  if (user?.managedById !== viewer.ownerId) throw new AppError('MANAGED_USER_NOT_FOUND');
  return user;
}
