import type { SendMailOptions } from 'nodemailer';
import { domainOf, type Mail } from './mail.js';

/** A mail in nodemailer's format, the same for every mailer. */
export const toMessage = (
  { id, to, subject, text, html, unsubscribe }: Mail & { id: string },
  from: string,
): SendMailOptions => ({
  from,
  // An object is one address with any content; a string could be a list.
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${domainOf(from)}>`,
  // RFC 3834: suppresses automatic replies.
  headers: {
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: the mail program ends them with one click.
    ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(unsubscribe && { list: { unsubscribe } }),
  xMailer: false,
});
