import PostalMime, { type Email } from 'postal-mime';
import type { MailServer } from '../mail/support.js';
import { eventually } from './eventually.js';

/** What `SMTP_URL` and its like are for a mail server of a test. */
export const mailEnv = (server: MailServer): Record<string, string> => ({
  SMTP_URL: server.url(),
  MAIL_FROM: 'Service <service@example.org>',
});

/** The mails to one recipient, as a mail program reads them, oldest first. */
export const mailsTo = (server: MailServer, email: string): Promise<Email[]> =>
  Promise.all(server.received.filter(({ to }) => to.includes(email)).map(({ source }) => PostalMime.parse(source)));

/** Waits for the mail with this subject; `count`: for the count-th of them. */
export const mailAbout = (server: MailServer, email: string, subject: string, count = 1): Promise<Email> =>
  eventually(async () => (await mailsTo(server, email)).filter((mail) => mail.subject === subject)[count - 1]);

/** Waits for a mail with these words: notifications of one moment are one mail. */
export const mailSaying = (server: MailServer, email: string, words: string): Promise<Email> =>
  eventually(async () => (await mailsTo(server, email)).find(({ text = '' }) => text.includes(words)));

/** The one link of a mail, which its text and its HTML have in common. */
export function linkIn({ text = '', html = '' }: Email): URL {
  const [link, ...others] = text.match(/https?:\S+/g) ?? [];
  const [href, ...otherHrefs] = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
  if (!link || href !== link || others.length + otherHrefs.length > 0) throw new Error(`Not one link in: ${text}`);
  return new URL(link);
}

export const tokenIn = (mail: Email): string => linkIn(mail).pathname.split('/').pop() ?? '';
