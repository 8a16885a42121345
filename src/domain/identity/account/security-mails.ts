/**
 * Mails to the owner of an account about its sign-in and its security. They contain nothing that a browser has sent about
 * itself, because that is text which someone else may have chosen.
 */
import { type MailContent, mailTo } from '../../../mail/mail-content.js';
import { timeInMail } from '../../../mail/mail-time.js';
import type { User } from './user.repository.js';

type Recipient = Pick<User, 'email'>;

const SETTINGS = { label: 'Review your sessions', to: { page: '/settings' } };
const NEW_PASSWORD = { label: 'Reset your password', to: { page: '/sign-in/forgot-password' } };
const TAKE_BACK =
  'If this was not you, change your password immediately and end the sessions that you do not recognize.';

export const newSignInMail = (
  user: Pick<User, 'email' | 'timeZone'>,
  { address, at }: { address: string; at: Date },
): MailContent =>
  mailTo(
    user,
    'New sign-in to your account',
    'Someone signed in to your account from a new browser. If this was you, you can ignore this e-mail.',
    {
      facts: [
        ['Time', timeInMail(user, at)],
        ['IP address', address],
      ],
    },
    TAKE_BACK,
    SETTINGS,
  );

export const passwordChangedMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Your password was changed',
    'The password of your account was changed, and all other sessions were signed out. API keys and connected applications keep working.',
    'If this was not you, reset your password immediately, and review your API keys, connected applications and connected accounts.',
    NEW_PASSWORD,
  );

/** To the address that is replaced. */
export const emailChangeRequestedMail = (user: Recipient, newEmail: string): MailContent =>
  mailTo(
    user,
    'Your e-mail address is about to change',
    `You asked to use ${newEmail} for your account. The change takes effect once the link in the e-mail to that address is opened.`,
    'If this was not you, someone has your password: change it now, which also invalidates that link, and review your sessions, API keys and connected applications.',
    { label: 'Change your password', to: { page: '/settings' } },
  );

export const twoFactorOnMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Two-factor authentication was turned on',
    'From now on, signing in to your account requires a code from your authenticator app in addition to the password.',
    'Keep the recovery codes in a safe place: each can be used once instead of a code, when you do not have the app.',
    TAKE_BACK,
    SETTINGS,
  );

export const twoFactorOffMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Two-factor authentication was turned off',
    'From now on, only the password is needed to sign in to your account. The recovery codes no longer work.',
    TAKE_BACK,
    SETTINGS,
  );

export const twoFactorRemovedMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Two-factor authentication was removed by the operator',
    'The operator of this service has removed the second factor of your account. From now on, only the password is needed to sign in. The recovery codes no longer work.',
    'If you did not ask for this, change your password immediately and contact the operator.',
    { label: 'Change your password', to: { page: '/settings' } },
  );

export const passwordSetMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Your password was set by the operator',
    'The operator of this service has set a new password for your account, and all sessions were signed out. API keys and connected applications keep working.',
    'If you did not ask for this, reset your password immediately and contact the operator.',
    NEW_PASSWORD,
  );

export const newRecoveryCodesMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'You have new recovery codes',
    'New recovery codes were generated for your account. The previous ones no longer work.',
    TAKE_BACK,
    SETTINGS,
  );

export const recoveryCodeUsedMail = (user: Recipient, left: number): MailContent =>
  mailTo(
    user,
    'A recovery code was used',
    `A recovery code of your account was used instead of a code from the authenticator app. You have ${left} left. You can generate new ones in the settings.`,
    TAKE_BACK,
    { label: 'Open settings', to: { page: '/settings' } },
  );

export const wrongCodesMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Sign-in blocked after many wrong codes',
    'Someone entered your password, and then too many wrong codes. Further codes are rejected for now.',
    'If this was not you, someone has your password: change it immediately. Your second factor has kept them out.',
    NEW_PASSWORD,
  );
