/** Mails to the owner of an account about its removal and its exports. */
import { type MailBlock, type MailContent, mailTo } from '../../mail/mail-content.js';
import { timeInMail } from '../../mail/mail-time.js';
import type { User } from '../identity/account/user.repository.js';

type Recipient = Pick<User, 'email'>;
type Reader = Pick<User, 'email' | 'timeZone'>;

const settings = (label: string): MailBlock => ({ label, to: { page: '/settings' } });

export const removalRequestedMail = (
  user: Reader,
  { removalAt, unpublished }: { removalAt: Date; unpublished: number },
): MailContent =>
  mailTo(
    user,
    'Your account will be removed',
    'You asked us to remove your account, with everything in it: posts, files, connected accounts, webhooks, API keys and managed users. This cannot be undone afterwards.',
    {
      facts: [
        ['Removed on', timeInMail(user, removalAt)],
        ['Scheduled for later', unpublished === 0 ? 'Nothing' : `${unpublished} posts, which are not published`],
      ],
    },
    'Until then everything works as before, and scheduled posts go out.',
    'Published posts stay on their platforms. To take them down, do so on their pages here before that time, or at the platforms.',
    'To keep the account, sign in before that time and cancel the removal in the settings. If this was not you, also change your password immediately.',
    settings('Keep the account'),
  );

export const removalCancelledMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Your account is kept',
    'The removal of your account was cancelled. Nothing was removed.',
    'If this was not you, change your password immediately and end the sessions that you do not recognize.',
    settings('Review your sessions'),
  );

export const accountRemovedMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Your account was removed',
    'Your account was removed. Its posts, files, connected accounts, webhooks, API keys and managed users are deleted.',
    'Posts that were published stay on their platforms.',
  );

export const exportReadyMail = (user: Reader, { expiresAt }: { expiresAt: Date }): MailContent =>
  mailTo(
    user,
    'Your export is ready',
    'The archive with everything in your account is ready. Sign in and download it in the settings.',
    { facts: [['Available until', timeInMail(user, expiresAt)]] },
    settings('Download the export'),
    'If you did not ask for it, change your password immediately and end the sessions that you do not recognize.',
  );

export const exportFailedMail = (user: Recipient): MailContent =>
  mailTo(
    user,
    'Your export failed',
    'The archive with everything in your account could not be made. Request it again. If it fails repeatedly, contact the operator of this service.',
    settings('Request it again'),
  );
