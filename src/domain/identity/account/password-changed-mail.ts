import { composeMail } from '../../../mail/compose.js';
import type { Mail } from '../../../mail/mail.js';

/** Notifies an account owner of a password change. */
export const passwordChangedMail = ({ email }: { email: string }): Mail =>
  composeMail({
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      'Hello,',
      'The password of your account was changed, and all other sessions were signed out. API keys keep working.',
      'If this was not you, reset your password immediately, and review your API keys and connected accounts.',
    ],
  });
