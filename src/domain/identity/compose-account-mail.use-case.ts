import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { MailContent } from '../../mail/mail-content.js';
import type { ClaimAddress } from './account/claim-address.port.js';
import { type Letter, newLink } from './email-link.step.js';
import { deleteSignUpRequests, isEmailChangeOpen, lockSignUpRequests } from './people/email-token.repository.js';
import { findHome } from './people/membership.repository.js';
import { findPersonByEmail, lockPerson } from './people/person.repository.js';

/**
 * An e-mail about an account, by purpose. It is composed on a worker when it is sent: so the response time does not
 * reveal whether there is an account, and the token in its link is stored only as a hash.
 */
export type AccountMail = { email: string } & (
  | { kind: 'sign_up'; signUpId: string }
  | { kind: 'confirm_email' }
  | { kind: 'change_email'; personId: string }
  | { kind: 'reset_password' }
  | { kind: 'invitation'; invitationId: string }
);

/** Queues it as part of the caller's transaction. */
export type QueueAccountMail = (db: Db, mail: AccountMail) => Promise<void>;

/** The mail of an invitation (members/); null if it was revoked. */
export type ComposeInvitation = (letter: Letter, invitationId: string) => Promise<MailContent | null>;

/** The mail to send; null if there is none. Its links lead to `publicUrl`. */
export type ComposeAccountMail = (mail: AccountMail, publicUrl: string) => Promise<MailContent | null>;

export const makeComposeAccountMail =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    claimAddress: ClaimAddress;
    composeInvitation: ComposeInvitation;
  }): ComposeAccountMail =>
  async (request, publicUrl) => {
    const { transaction, clock } = needs;
    const isFree = request.kind !== 'change_email' || (await needs.claimAddress(request.email));
    return transaction((db) => {
      const letter: Letter = { db, now: clock(), publicUrl, email: request.email };
      switch (request.kind) {
        case 'sign_up':
          return signUpMail(letter, request.signUpId);
        case 'confirm_email':
          return confirmationMail(letter);
        case 'change_email':
          return changeMail(letter, request.personId, isFree);
        case 'reset_password':
          return resetMail(letter);
        case 'invitation':
          return needs.composeInvitation(letter, request.invitationId);
      }
    });
  };

/** Whether the account that the person signs in to is active. One on hold is. */
async function maySignIn({ db, now }: Letter, personId: string): Promise<boolean> {
  const home = await findHome(db, personId, now);
  return home !== null && home.deactivatedAt === null;
}

async function signUpMail(letter: Letter, signUpId: string): Promise<MailContent | null> {
  const { db, email } = letter;
  const holder = await findPersonByEmail(db, email);
  // Without a mail server the account is created immediately.
  if (!holder || holder.id === signUpId) return confirmationMail(letter, signUpId);
  await deleteSignUpRequests(db, { id: signUpId });
  if (!(await maySignIn(letter, holder.id))) return null;
  return {
    to: email,
    subject: 'You already have an account',
    blocks: [
      'Someone tried to sign up with your e-mail address. You already have an account: sign in with your password, or reset it if you have forgotten it.',
      { label: 'Sign in', to: { page: '/sign-in' } },
      'If this was not you, you can ignore this e-mail: nothing was changed.',
    ],
  };
}

/** Of this sign-up, or of the latest one. */
async function confirmationMail(letter: Letter, signUpId?: string): Promise<MailContent | null> {
  const { db, email } = letter;
  const holder = await findPersonByEmail(db, email);
  if (holder) {
    const person = await lockPerson(db, holder.id);
    if (!person || person.emailConfirmedAt || !(await maySignIn(letter, person.id))) return null;
    return composeConfirmation(letter, await newLink(letter, 'confirm_email', { personId: person.id }));
  }
  const waiting = (await lockSignUpRequests(db, email)).filter(({ expiresAt }) => expiresAt > letter.now);
  const signUp = signUpId ? waiting.find(({ id }) => id === signUpId) : waiting.at(-1);
  if (!signUp) return null;
  return composeConfirmation(letter, await newLink(letter, 'confirm_email', { signUpId: signUp.id }));
}

const composeConfirmation = ({ email }: Letter, url: string): MailContent => ({
  to: email,
  subject: 'Confirm your e-mail address',
  blocks: [
    'Someone signed up with this e-mail address. If this was you, confirm it with this button, which is valid for 24 hours.',
    { label: 'Confirm the address', to: { url } },
    'The page asks for the password you chose when signing up. If this was not you, do not open the link.',
  ],
});

/** `isFree`: no other installation has an account with the address. */
async function changeMail(letter: Letter, personId: string, isFree: boolean): Promise<MailContent | null> {
  const { db, email } = letter;
  const person = await lockPerson(db, personId);
  if (!person || !(await maySignIn(letter, personId)) || !(await isEmailChangeOpen(db, personId, email))) return null;
  const holder = await findPersonByEmail(db, email);
  if (!isFree || (holder && holder.id !== personId)) {
    if (holder && !(await maySignIn(letter, holder.id))) return null;
    return {
      to: email,
      subject: 'Someone asked to use your e-mail address',
      blocks: [
        'The owner of another account asked to use your e-mail address for it. Your address belongs to your account, so nothing was changed.',
        'If this was you, sign in to your other account, or change its address first.',
        { label: 'Sign in', to: { page: '/sign-in' } },
      ],
    };
  }
  return {
    to: email,
    subject: 'Confirm your new e-mail address',
    blocks: [
      'You asked to use this e-mail address for your account. Confirm it with this button, which is valid for 24 hours.',
      { label: 'Confirm the address', to: { url: await newLink(letter, 'confirm_email', { personId }) } },
      'If this was not you, do not open the link: nothing changes unless it is opened.',
    ],
  };
}

async function resetMail(letter: Letter): Promise<MailContent | null> {
  const { db, email } = letter;
  const holder = await findPersonByEmail(db, email);
  const person = holder && (await lockPerson(db, holder.id));
  if (!person || !(await maySignIn(letter, person.id))) return null;
  return {
    to: email,
    subject: 'Choose a new password',
    blocks: [
      'Someone requested a new password for your account. If this was you, choose one with this button. It works once, within one hour.',
      {
        label: 'Choose a new password',
        to: { url: await newLink(letter, 'reset_password', { personId: person.id }) },
      },
      'If this was not you, you can ignore this e-mail: your password is unchanged.',
    ],
  };
}
