/** Mails to the owner of an account about its removal and its exports. */
import { composeMail } from '../../mail/compose.js';
import type { Mail } from '../../mail/mail.js';

type Recipient = { email: string };

const mailTo = ({ email }: Recipient, subject: string, paragraphs: readonly string[]): Mail =>
  composeMail({ to: email, subject, paragraphs: ['Hello,', ...paragraphs] });

const PUBLISHED_STAYS =
  'Posts that were published stay on their platforms: delete them there, or with unpublish before.';

export const removalRequestedMail = (
  user: Recipient,
  { removalAt, unpublished }: { removalAt: Date; unpublished: number },
): Mail =>
  mailTo(user, 'Your account will be removed', [
    `You asked us to remove your account. It is removed on ${removalAt.toISOString()}, with everything in it: posts, files, connected accounts, webhooks, API keys and managed users. This cannot be undone afterwards.`,
    'Until then everything works as before, and scheduled posts go out.',
    unpublished === 0
      ? 'Nothing is scheduled for a later time.'
      : `Scheduled for a later time, and therefore not published: ${unpublished} posts.`,
    PUBLISHED_STAYS,
    'To keep the account, sign in before that time and cancel the removal (cancelAccountRemoval).',
    'If this was not you, sign in, cancel the removal and change your password immediately.',
  ]);

export const removalCancelledMail = (user: Recipient): Mail =>
  mailTo(user, 'Your account is kept', [
    'The removal of your account was cancelled. Nothing was removed.',
    'If this was not you, change your password immediately and end the sessions that you do not recognize (endOtherSessions).',
  ]);

export const accountRemovedMail = (user: Recipient): Mail =>
  mailTo(user, 'Your account was removed', [
    'Your account was removed. Its posts, files, connected accounts, webhooks, API keys and managed users are deleted.',
    'Posts that were published stay on their platforms.',
  ]);

export const exportReadyMail = (user: Recipient, { expiresAt }: { expiresAt: Date }): Mail =>
  mailTo(user, 'Your export is ready', [
    `The archive with everything in your account can be downloaded until ${expiresAt.toISOString()}: sign in and open the settings (accountExports). Then it is deleted.`,
    'If you did not ask for it, change your password immediately and end the sessions that you do not recognize (endOtherSessions).',
  ]);

export const exportFailedMail = (user: Recipient): Mail =>
  mailTo(user, 'Your export could not be made', [
    'The archive with everything in your account could not be made. Please request it again; if it fails repeatedly, contact the operator of this service.',
  ]);
