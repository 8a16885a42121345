import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { type BegunSession, beginSession } from '../identity/access/begin-session.step.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { type Browser, hashToken } from '../identity/access/session.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { ClaimAddress } from '../identity/account/claim-address.port.js';
import { parseDisplayName } from '../identity/account/parse-account.js';
import { hashPassword, parsePassword } from '../identity/account/password.js';
import { findUser, lockUser, type User } from '../identity/account/user.repository.js';
import { insertMembership, peopleWithRoles } from '../identity/people/membership.repository.js';
import { findPersonByEmail, insertPerson, lockPerson } from '../identity/people/person.repository.js';
import { deleteInvitation, findInvitationByToken, type Invitation } from './invitation.repository.js';
import { countMembers, countMemberships, findMember } from './member.repository.js';
import { INVITER_ROLES, MAX_MEMBERS, MAX_MEMBERSHIPS } from './members.js';

/** An invitation, as the holder of its link sees it. */
export interface ShownInvitation extends Invitation {
  /** Name of the account. */
  account: string;
  /** Whether somebody signs in with the address already. */
  hasLogin: boolean;
}

/** A valid invitation, with its account. */
type OpenInvitation = Invitation & { account: User };

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
    if (!account) throw new AppError('INVITATION_INVALID');
    await assertMayInvite(tx, account, invitation);
    return { ...invitation, account };
  };

  /**
   * Uses up the invitation under the lock of the account, so that a revoked one is not accepted. Returns whether the
   * person was no member before.
   */
  async function join(tx: Db, { id, userId, role, invitedById }: Invitation, personId: string): Promise<boolean> {
    const account = await lockUser(tx, userId);
    if (!account) throw new AppError('INVITATION_INVALID');
    await assertMayInvite(tx, account, { invitedById, lock: true });
    if (!(await deleteInvitation(tx, id))) throw new AppError('INVITATION_INVALID');
    // Their last membership may end at the same moment, and with it the person.
    if (!(await lockPerson(tx, personId))) throw new AppError('SESSION_REQUIRED');
    if (await findMember(tx, userId, personId)) return false;
    if ((await countMembers(tx, userId)) >= MAX_MEMBERS) throw new AppError('MEMBER_LIMIT_REACHED');
    if ((await countMemberships(tx, personId)) >= MAX_MEMBERSHIPS) throw new AppError('MEMBERSHIP_LIMIT_REACHED');
    await insertMembership(tx, { personId, userId, role, createdAt: clock() });
    return true;
  }

  const record = (
    tx: Db,
    { account, email, role, invitedBy }: OpenInvitation,
    session: { id: string },
  ): Promise<void> => {
    const caller = { ...onAccount(account), session: { ...session, email, role } };
    return recordAudit(tx, caller, { action: 'member_joined', details: { email, role, invitedBy } });
  };

  return {
    async find({ token }) {
      const { account, ...invitation } = await open(db, token);
      const person = await findPersonByEmail(db, invitation.email);
      return { ...invitation, account: account.displayName, hasLogin: person !== null };
    },
    asPerson: ({ session }, token) =>
      transaction(async (tx) => {
        if (!session || session.operator) throw new AppError('SESSION_REQUIRED');
        const invitation = await open(tx, token);
        if (invitation.email !== session.email) {
          throw new AppError('INVITATION_FOR_ANOTHER', { email: invitation.email });
        }
        if (await join(tx, invitation, session.personId)) await record(tx, invitation, session);
        return { userId: invitation.userId };
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
        const { userId } = invitation;
        await join(tx, invitation, person.id);
        const session = await beginSession(tx, { personId: person.id, userId }, browser, now);
        await record(tx, invitation, session);
        return { userId, session };
      });
    },
  };
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
