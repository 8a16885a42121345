/** Errors of members and invitations. */
import { detailed, plain } from './entry.js';

export const MEMBER_ENTRIES = {
  MEMBER_NOT_FOUND: plain(404, 'Member not found'),
  MEMBER_EXISTS: plain(409, 'A member of this account has this email already'),
  MEMBER_IS_OWNER: plain(409, 'The owner cannot be changed or removed: transfer the ownership first'),
  ROLE_NOT_GIVEN: plain(400, 'The role OWNER cannot be given: transfer the ownership instead'),
  MEMBER_LIMIT_REACHED: plain(403, 'An account has at most 100 members, including those who are invited'),
  MEMBERSHIP_LIMIT_REACHED: plain(403, 'A person is a member of at most 100 accounts: leave another one first'),
  MANAGED_USERS_INVALID: plain(400, 'A person is limited to 1 to 100 managed users'),
  MEMBERSHIP_ENDED: plain(403, 'You are no longer a member of this account'),
  INVITATION_NOT_FOUND: plain(404, 'Invitation not found'),
  INVITATION_INVALID: plain(
    410,
    'This invitation is not valid: it was accepted, was revoked, has expired, or was replaced by a newer one. Ask for another one',
  ),
  INVITATION_THROTTLED: detailed<{ retryAfterSeconds: number }>({
    status: 429,
    message: () => 'This address was invited several times within the last hour. Try again later',
    details: { retryAfterSeconds: 'seconds until the next attempt is accepted' },
  }),
  INVITATION_FOR_ANOTHER: detailed<{ email: string }>({
    status: 403,
    message: ({ email }) => `This invitation is for ${email}: sign in with that address`,
    details: { email: 'the address that was invited' },
  }),
  INVITATION_NEEDS_SIGN_IN: detailed<{ email: string }>({
    status: 409,
    message: ({ email }) => `${email} has a login already: sign in with it to accept the invitation`,
    details: { email: 'the address that was invited' },
  }),
} as const;
