import type { SendMailOptions } from 'nodemailer';
import { domainOf, type Mail } from './mail.js';

/** A mail as nodemailer takes it, the same for every mailer. */
export const toMessage = ({ id, to, subject, text, html }: Mail & { id: string }, from: string): SendMailOptions => ({
  from,
  // An object is one address, whatever stands in it; a string could be a list.
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${domainOf(from)}>`,
  // RFC 3834: no absence note answers it.
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false,
});
