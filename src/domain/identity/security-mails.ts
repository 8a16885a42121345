/**
 * Mails that tell the owner of an account what happened to the way into it. They hold nothing that a browser has said
 * of itself: a text that somebody else chose has no place in a mail of ours.
 */
import { composeMail } from '../../mail/compose.js';
import type { Mail } from '../../mail/mail.js';

type Recipient = { email: string };

const mailTo = ({ email }: Recipient, subject: string, paragraphs: readonly string[]): Mail =>
  composeMail({ to: email, subject, paragraphs: ['Hello,', ...paragraphs] });

const TAKE_BACK =
  'If that was not you, change your password at once and end the sessions that you do not know (endOtherSessions).';

export const newSignInMail = (user: Recipient, { address, at }: { address: string; at: Date }): Mail =>
  mailTo(user, 'A new sign-in to your account', [
    `Somebody has signed in to your account with a browser that it does not know, on ${at.toISOString()}, from the address ${address}.`,
    'If that was you, there is nothing to do.',
    TAKE_BACK,
  ]);

export const twoFactorOnMail = (user: Recipient): Mail =>
  mailTo(user, 'Two-factor sign-in was switched on', [
    'From now on, signing in to your account takes a code of your authenticator app besides the password.',
    'Keep the recovery codes in a safe place: each of them stands in for a code once, when you do not have the app.',
    TAKE_BACK,
  ]);

export const twoFactorOffMail = (user: Recipient): Mail =>
  mailTo(user, 'Two-factor sign-in was switched off', [
    'From now on, the password alone signs in to your account. The recovery codes are of no use any more.',
    TAKE_BACK,
  ]);

export const twoFactorRemovedMail = (user: Recipient): Mail =>
  mailTo(user, 'Two-factor sign-in was removed by the operator', [
    'The operator of this service has removed the second factor of your account. From now on, the password alone signs in to it. The recovery codes are of no use any more.',
    'If you did not ask for that, change your password at once and tell the operator.',
  ]);

export const newRecoveryCodesMail = (user: Recipient): Mail =>
  mailTo(user, 'You have new recovery codes', [
    'New recovery codes were made for your account. The ones from before are of no use any more.',
    TAKE_BACK,
  ]);

export const recoveryCodeUsedMail = (user: Recipient, left: number): Mail =>
  mailTo(user, 'A recovery code was used', [
    `A recovery code of your account was used in place of a code of the authenticator app. You have ${left} left; newRecoveryCodes makes others.`,
    TAKE_BACK,
  ]);

export const wrongCodesMail = (user: Recipient): Mail =>
  mailTo(user, 'Many wrong codes for your account', [
    'Somebody has entered your password, and then too many wrong codes. Further codes are not looked at for now.',
    'If that was not you, somebody knows your password: change it at once. Your second factor has kept them out.',
  ]);
