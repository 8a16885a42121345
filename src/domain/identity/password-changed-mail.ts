import { composeMail } from '../../mail/compose.js';
import type { Mail } from '../../mail/mail.js';

/** To the owner of an account that has a new password. */
export const passwordChangedMail = ({ email }: { email: string }): Mail =>
  composeMail({
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      'Hello,',
      'The password of your account was changed, and every other session was ended. API keys go on working.',
      'If it was not you, ask for a new password at once, and look through your API keys and connected accounts.',
    ],
  });
