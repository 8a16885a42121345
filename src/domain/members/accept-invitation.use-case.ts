import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudits } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { type BegunSession, beginSession } from '../identity/access/begin-session.step.js';
import { isRemoved } from '../identity/access/may-sign-in.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { type Browser, hashToken } from '../identity/access/session.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { ClaimAddress } from '../identity/account/claim-address.port.js';
import { parseDisplayName } from '../identity/account/parse-account.js';
import { hashPassword, parsePassword } from '../identity/account/password.js';
import { findUser, managedUsersAmong, type User } from '../identity/account/user.repository.js';
import { insertMemberships, peopleWithRoles } from '../identity/people/membership.repository.js';
import { findPersonByEmail, insertPerson, lockPerson } from '../identity/people/person.repository.js';
import { deleteInvitation, findInvitationByToken, type Invitation } from './invitation.repository.js';
import { lockAccounts } from './lock-accounts.step.js';
import { countMemberships, isAnyFull, membershipsUnder } from './member.repository.js';
import { INVITER_ROLES, MAX_MEMBERSHIPS } from './members.js';

/** An invitation, as the holder of its link sees it. */
export interface ShownInvitation extends Invitation {
  /** Name of the account. */
  account: string;
  /** Names of the managed users that the person is limited to; null: the account itself. */
  managedUsers: string[] | null;
  /** Whether somebody signs in with the address already. */
  hasLogin: boolean;
}

/** A valid invitation, with its account, and by name the managed users that it is limited to. */
type OpenInvitation = Invitation & { account: User; managedUsers: User[] | null };

export interface AcceptInvitation {
  /** What a link leads to. Looking uses nothing up: mail scanners open links, too. Error: INVITATION_INVALID. */
  find(input: { token: string }): Promise<ShownInvitation>;
  /**
   * Accepts as the person who is signed in with the invited address. Errors: INVITATION_INVALID, INVITATION_FOR_ANOTHER,
   * MEMBERSHIP_LIMIT_REACHED, MEMBER_LIMIT_REACHED.
   */
  asPerson(viewer: Viewer, token: string): Promise<{ userId: string }>;
  /**
   * Creates the person, whose mailbox the link has shown, and signs them in. Errors: INVITATION_INVALID,
   * MEMBER_LIMIT_REACHED, INVITATION_NEEDS_SIGN_IN, PASSWORD_INVALID, PASSWORD_WEAK, DISPLAY_NAME_INVALID, EMAIL_TAKEN.
   */
  asNewPerson(input: {
    token: string;
    name: string | null;
    password: string;
    browser: Browser;
  }): Promise<{ userId: string; session: BegunSession }>;
}

export function makeAcceptInvitation(needs: {
  db: Db;
  transaction: Transaction;
  claimAddress: ClaimAddress;
  clock: () => Date;
}): AcceptInvitation {
  const { db, transaction, clock } = needs;

  const open = async (tx: Db, token: string): Promise<OpenInvitation> => {
    const tokenHash = hashToken(token);
    const invitation = await findInvitationByToken(tx, tokenHash, clock());
    const account = invitation && (await findUser(tx, invitation.userId));
    if (invitation && !account) await assertNotMoving(tx, 'invitations', tokenHash);
    if (!account || (await isInactive(tx, account, clock()))) throw new AppError('INVITATION_INVALID');
    await assertMayInvite(tx, account, invitation);
    const { managedUserIds } = invitation;
    const managedUsers = managedUserIds && (await managedUsersAmong(tx, account.id, managedUserIds));
    if (managedUsers?.length === 0) throw new AppError('INVITATION_INVALID');
    return { ...invitation, account, managedUsers };
  };

  /**
   * Uses up the invitation under the lock of the account, so that a revoked one is not accepted, and a user that is detached
   * is left out. Returns the first account that it leads to, and all that the person was no member of before.
   */
  async function join(
    tx: Db,
    invitation: OpenInvitation,
    personId: string,
  ): Promise<{ userId: string; joined: string[] }> {
    const { id, userId: ownerId, role, invitedById, managedUserIds, managedUsers } = invitation;
    const { account, managedIds } = await lockAccounts(tx, ownerId, { managedUserIds });
    if (!account) throw new AppError('INVITATION_INVALID');
    await assertMayInvite(tx, account, { invitedById, lock: true });
    const all = managedUsers?.map((user) => user.id).filter((one) => managedIds.has(one)) ?? [ownerId];
    const [userId] = all;
    if (!userId || !(await deleteInvitation(tx, id))) throw new AppError('INVITATION_INVALID');
    // Their last membership may end at the same moment, and with it the person.
    if (!(await lockPerson(tx, personId))) throw new AppError('SESSION_REQUIRED');
    const before = new Set((await membershipsUnder(tx, ownerId, personId)).map((one) => one.userId));
    const joined = all.filter((one) => !before.has(one));
    if (joined.length === 0) return { userId, joined };
    if (await isAnyFull(tx, joined)) throw new AppError('MEMBER_LIMIT_REACHED');
    if ((await countMemberships(tx, personId)) + joined.length > MAX_MEMBERSHIPS)
      throw new AppError('MEMBERSHIP_LIMIT_REACHED');
    await insertMemberships(tx, { personId, userIds: joined, role, createdAt: clock() });
    return { userId, joined };
  }

  const record = (
    tx: Db,
    { account, email, role, invitedBy }: OpenInvitation,
    { joined, session }: { joined: readonly string[]; session: { id: string } },
  ): Promise<void> => {
    const caller = { ...onAccount(account), session: { ...session, email, role } };
    const event = { action: 'member_joined', details: { email, role, invitedBy } } as const;
    return recordAudits(
      tx,
      joined.map((userId) => [{ ...caller, userId }, event]),
    );
  };

  return {
    async find({ token }) {
      const { account, managedUsers, ...invitation } = await open(db, token);
      const person = await findPersonByEmail(db, invitation.email);
      const names = managedUsers?.map(({ displayName }) => displayName) ?? null;
      return { ...invitation, account: account.displayName, managedUsers: names, hasLogin: person !== null };
    },
    asPerson: ({ session }, token) =>
      transaction(async (tx) => {
        if (!session || session.operator) throw new AppError('SESSION_REQUIRED');
        const invitation = await open(tx, token);
        if (invitation.email !== session.email) {
          throw new AppError('INVITATION_FOR_ANOTHER', { email: invitation.email });
        }
        const { userId, joined } = await join(tx, invitation, session.personId);
        await record(tx, invitation, { joined, session });
        return { userId };
      }),
    async asNewPerson({ token, name: given, password: givenPassword, browser }) {
      const { email } = await open(db, token);
      if (await findPersonByEmail(db, email)) throw new AppError('INVITATION_NEEDS_SIGN_IN', { email });
      const name = parseDisplayName(given, email);
      const password = await parsePassword(givenPassword, [email, name]);
      if (!(await needs.claimAddress(email))) throw new AppError('EMAIL_TAKEN');
      const passwordHash = await hashPassword(password);
      return transaction(async (tx) => {
        const invitation = await open(tx, token);
        const now = clock();
        const person = { id: newId(now), email, name, emailConfirmedAt: now, passwordHash, createdAt: now };
        if (!(await insertPerson(tx, person))) throw new AppError('INVITATION_NEEDS_SIGN_IN', { email });
        const { userId, joined } = await join(tx, invitation, person.id);
        const session = await beginSession(tx, { personId: person.id, userId }, browser, now);
        await record(tx, invitation, { joined, session });
        return { userId, session };
      });
    },
  };
}

/** Whether the account, or the one that manages it, denies all access. */
async function isInactive(db: Db, account: User, now: Date): Promise<boolean> {
  const manager = account.managedById === null ? null : await findUser(db, account.managedById);
  return [account, manager].some((one) => one && (one.deactivatedAt !== null || isRemoved(one.removalAt, now)));
}

/** Error: INVITATION_INVALID, if who invited may not do so any more. */
async function assertMayInvite(
  db: Db,
  { id: userId, managedById }: User,
  { invitedById, lock = false }: { invitedById: string; lock?: boolean },
): Promise<void> {
  const account = { userId, ownerId: managedById ?? userId };
  const inviters = await peopleWithRoles(db, account, { personIds: [invitedById], roles: INVITER_ROLES, lock });
  if (!inviters.has(invitedById)) throw new AppError('INVITATION_INVALID');
}
