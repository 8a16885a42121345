/**
 * Mails that tell the owner of an account what happened to the way into it. They hold nothing that a browser has said
 * of itself: text chosen by someone else has no place in these mails.
 */
import { composeMail } from '../../../mail/compose.js';
import type { Mail } from '../../../mail/mail.js';

type Recipient = { email: string };

const mailTo = ({ email }: Recipient, subject: string, paragraphs: readonly string[]): Mail =>
  composeMail({ to: email, subject, paragraphs: ['Hello,', ...paragraphs] });

const TAKE_BACK =
  'If this was not you, change your password immediately and end the sessions that you do not recognize (endOtherSessions).';

export const newSignInMail = (user: Recipient, { address, at }: { address: string; at: Date }): Mail =>
  mailTo(user, 'A new sign-in to your account', [
    `Someone signed in to your account from a new browser, on ${at.toISOString()}, from the address ${address}.`,
    'If this was you, you can ignore this e-mail.',
    TAKE_BACK,
  ]);

export const twoFactorOnMail = (user: Recipient): Mail =>
  mailTo(user, 'Two-factor authentication was turned on', [
    'From now on, signing in to your account requires a code from your authenticator app in addition to the password.',
    'Keep the recovery codes in a safe place: each can be used once instead of a code, when you do not have the app.',
    TAKE_BACK,
  ]);

export const twoFactorOffMail = (user: Recipient): Mail =>
  mailTo(user, 'Two-factor authentication was turned off', [
    'From now on, only the password is needed to sign in to your account. The recovery codes no longer work.',
    TAKE_BACK,
  ]);

export const twoFactorRemovedMail = (user: Recipient): Mail =>
  mailTo(user, 'Two-factor authentication was removed by the operator', [
    'The operator of this service has removed the second factor of your account. From now on, only the password is needed to sign in. The recovery codes no longer work.',
    'If you did not ask for this, change your password immediately and contact the operator.',
  ]);

export const passwordSetMail = (user: Recipient): Mail =>
  mailTo(user, 'Your password was set by the operator', [
    'The operator of this service has set a new password for your account, and all sessions were signed out. API keys keep working.',
    'If you did not ask for this, reset your password immediately and contact the operator.',
  ]);

export const newRecoveryCodesMail = (user: Recipient): Mail =>
  mailTo(user, 'You have new recovery codes', [
    'New recovery codes were generated for your account. The previous ones no longer work.',
    TAKE_BACK,
  ]);

export const recoveryCodeUsedMail = (user: Recipient, left: number): Mail =>
  mailTo(user, 'A recovery code was used', [
    `A recovery code of your account was used instead of a code from the authenticator app. You have ${left} left; regenerateRecoveryCodes generates new ones.`,
    TAKE_BACK,
  ]);

export const wrongCodesMail = (user: Recipient): Mail =>
  mailTo(user, 'Many wrong codes for your account', [
    'Someone entered your password, and then too many wrong codes. Further codes are rejected for now.',
    'If this was not you, someone knows your password: change it immediately. Your second factor has kept them out.',
  ]);
