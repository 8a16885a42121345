/** A mail from its paragraphs, as plain text and as HTML. */
import { html, type Markup } from '../foundation/http/page.js';
import type { Mail } from './mail.js';

/** A paragraph with a link. */
export interface Link {
  label: string;
  url: string;
}

type Paragraph = string | Link;

/** A user-supplied name made safe for a mail: one short line that mail clients do not turn into a link. */
export const nameInMail = (name: string): string =>
  name
    .replace(/[\p{C}\p{Z}.:/@]+/gu, ' ')
    .trim()
    .slice(0, 60);

/**
 * Mails have no salutation by name: in a mail to an unconfirmed address, the name would be text that someone else chose.
 * The HTML loads nothing, so that opening the mail is not tracked; what others
 * wrote is escaped.
 */
export const composeMail = (mail: { to: string; subject: string; paragraphs: readonly Paragraph[] }): Mail => ({
  to: mail.to,
  subject: mail.subject,
  text: mail.paragraphs.map(asText).join('\n\n'),
  html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${mail.subject}</title></head>
<body style="font: 16px/1.5 sans-serif">
${mail.paragraphs.map(asHtml)}
</body>
</html>
`.text,
});

const asText = (paragraph: Paragraph): string =>
  typeof paragraph === 'string' ? paragraph : `${paragraph.label}:\n${paragraph.url}`;

const asHtml = (paragraph: Paragraph): Markup =>
  typeof paragraph === 'string'
    ? html`<p>${paragraph}</p>`
    : html`<p><a href="${paragraph.url}">${paragraph.label}</a></p>
<p>If the link does not open, copy this address: ${paragraph.url}</p>`;
