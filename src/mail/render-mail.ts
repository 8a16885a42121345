/** The one template of all e-mails: HTML and plain text from the same content. */
import { accentOn } from '../foundation/http/accent.js';
import type { Brand } from '../foundation/http/brand.js';
import { html, Markup } from '../foundation/http/page.js';
import type { Mail } from './mail.js';
import { buttonCellStyle, buttonStyle, markStyle, SHEET, STYLE } from './mail.style.js';
import { isButton, type MailBlock, type MailContent, type MailFacts } from './mail-content.js';

export interface MailLook {
  brand: Brand;
  /** Where the service is, without a slash at its end. */
  publicUrl: string;
  /** Whether there is a dashboard for buttons to open. */
  dashboard: boolean;
}

/** A button whose address is known. */
interface Link {
  label: string;
  url: string;
}

type Shown = string | MailFacts | Link;

/**
 * The HTML loads nothing: it looks the same without pictures, and opening it is not tracked. Texts are escaped. There
 * is no salutation by name: in a mail to an unconfirmed address, the name would be text that someone else chose.
 */
export function renderMail({ to, subject, blocks, unsubscribe: page }: MailContent, look: MailLook): Mail {
  const shown = blocks.map(withPlainValues).flatMap((block) => locate(block, look));
  const from = `${look.brand.name} · ${new URL(look.publicUrl).host}`;
  const unsubscribe = page === undefined ? null : look.publicUrl + page;
  const foot = unsubscribe ? `${from}\n${NO_MORE}: ${unsubscribe}` : from;
  return {
    to,
    subject,
    text: [subject, ...shown.map(asText), `-- \n${foot}`].join('\n\n'),
    html: document({ subject, preview: blocks[0], shown, from, unsubscribe, brand: look.brand }),
    ...(unsubscribe && { unsubscribe }),
  };
}

const NO_MORE = 'No more e-mails like this';

/** Texts of others stay on their line, and in their direction: they cannot look like a button or an end of the mail. */
const withPlainValues = (block: MailBlock): MailBlock =>
  typeof block === 'object' && 'facts' in block
    ? {
        facts: block.facts.map(([name, value]) => [
          name,
          value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim(),
        ]),
      }
    : block;

function locate(block: MailBlock, { publicUrl, dashboard }: MailLook): Shown[] {
  if (!isButton(block)) return [block];
  const { label, to } = block;
  if ('url' in to) return [{ label, url: to.url }];
  return dashboard ? [{ label, url: publicUrl + to.page }] : [];
}

function asText(block: Shown): string {
  if (typeof block === 'string') return block;
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${block.label}:\n${block.url}`;
}

/** Clients fill the preview with the text that follows: these invisible characters take its place. */
const FILLER = new Markup('&#847;&zwnj;&nbsp;'.repeat(80));

const document = (mail: {
  subject: string;
  preview: string;
  shown: readonly Shown[];
  from: string;
  unsubscribe: string | null;
  brand: Brand;
}): string =>
  html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${mail.subject}</title>
<style>${new Markup(SHEET)}</style>
</head>
<body class="back" style="${STYLE.body}">
<div aria-hidden="true" style="${STYLE.preview}">${mail.preview}${FILLER}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" class="back" style="${STYLE.back}"><tr>
<td align="center" class="edge" style="padding:40px 16px">
<!--[if mso]><table role="presentation" width="600" cellspacing="0" cellpadding="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="${STYLE.column}">
<tr><td>${brandRow(mail.brand)}</td></tr>
<tr><td class="card" style="${STYLE.card}">
<h1 class="heading" style="${STYLE.heading}">${mail.subject}</h1>
${mail.shown.map((block) => asHtml(block, mail.brand))}
</td></tr>
<tr><td class="soft" style="${STYLE.foot}">${mail.from}${
    mail.unsubscribe &&
    html`<br><a class="soft" href="${mail.unsubscribe}" target="_blank" style="${STYLE.footLink}">${NO_MORE}</a>`
  }</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr></table>
</body>
</html>
`.text;

/** Clients that replace colors in their dark theme keep it, or show a similar one. */
const colorOf = ({ color }: Brand): string => accentOn('dark', color);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function brandRow(brand: Brand): Markup {
  const [first] = graphemes.segment(brand.name);
  return html`<table role="presentation" cellspacing="0" cellpadding="0" border="0"><tr>
<td valign="top" width="44"><div aria-hidden="true" style="${markStyle(colorOf(brand))}">${first?.segment.toUpperCase() ?? ''}</div></td>
<td class="heading" style="${STYLE.brand}">${brand.name}</td>
</tr></table>`;
}

function asHtml(block: Shown, brand: Brand): Markup {
  if (typeof block === 'string') return html`<p class="text" style="${STYLE.paragraph}">${block}</p>`;
  if ('facts' in block) {
    return html`<table cellspacing="0" cellpadding="0" border="0" style="${STYLE.facts}">
${block.facts.map(
  ([name, value]) =>
    html`<tr><th scope="row" class="soft fact" style="${STYLE.factName}">${name}</th><td class="text fact" style="${STYLE.factValue}">${value}</td></tr>`,
)}
</table>`;
  }
  return html`<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="${STYLE.button}"><tr>
<td style="${buttonCellStyle(colorOf(brand))}"><a href="${block.url}" target="_blank" style="${buttonStyle(colorOf(brand))}">${block.label}</a></td>
</tr></table>
<p class="soft" style="${STYLE.copy}">If the button does not work, copy this address: ${block.url}</p>`;
}
