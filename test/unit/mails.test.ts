/** Every e-mail that the service sends, rendered as a worker does. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import * as security from '../../src/domain/identity/account/security-mails.js';
import { notificationMail } from '../../src/domain/notifications/notification-mail.js';
import { mailTime } from '../../src/domain/notifications/notifications.js';
import * as owner from '../../src/domain/owner/owner-mails.js';
import { webhookDisabled } from '../../src/domain/webhooks/webhook-notices.js';
import type { MailContent } from '../../src/mail/mail-content.js';
import { nameInMail } from '../../src/mail/mail-content.js';
import { timeInMail } from '../../src/mail/mail-time.js';
import { type MailLook, renderMail } from '../../src/mail/render-mail.js';

const LOOK: MailLook = {
  brand: { name: 'Wheel & Bean', color: '#0e6a75', logoUrl: null },
  publicUrl: 'https://social.example.org',
  dashboard: true,
};
const ANN = { email: 'ann@example.com', timeZone: 'Europe/Berlin' };
const AT = new Date('2026-11-26T13:25:51.816Z');

const CLIENT = { id: 'b'.repeat(24), displayName: 'Client', timeZone: null, managedById: 'a'.repeat(24) };
const { subject: title, ...notice } = webhookDisabled(
  { id: 'c'.repeat(24), userId: CLIENT.managedById, name: 'Shop', url: 'https://hooks.example.com/secret' },
  { displayName: 'Ann', timeZone: null, managedById: null },
  null,
);
const DISABLED = { ...notice, title, accountName: 'Ann', count: 1 };

const MAILS: MailContent[] = [
  security.newSignInMail(ANN, { address: '192.0.2.7', at: AT }),
  security.passwordChangedMail(ANN),
  security.emailChangeRequestedMail(ANN, 'new@example.com'),
  security.twoFactorOnMail(ANN),
  security.twoFactorOffMail(ANN),
  security.twoFactorRemovedMail(ANN),
  security.passwordSetMail(ANN),
  security.newRecoveryCodesMail(ANN),
  security.recoveryCodeUsedMail(ANN, 3),
  security.wrongCodesMail(ANN),
  owner.removalRequestedMail(ANN, { removalAt: AT, unpublished: 2 }),
  owner.removalCancelledMail(ANN),
  owner.accountRemovedMail(ANN),
  owner.exportReadyMail(ANN, { expiresAt: AT }),
  owner.exportFailedMail(ANN),
  notificationMail(ANN, [DISABLED], '/unsubscribe/token'),
  notificationMail(
    ANN,
    [DISABLED, { ...DISABLED, accountName: 'Client', userId: CLIENT.id, count: 3 }],
    '/unsubscribe/token',
  ),
];

const render = (content: MailContent, look: Partial<MailLook> = {}) => renderMail(content, { ...LOOK, ...look });

/** The words of HTML, without what is hidden. */
const wordsOf = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?-->|<head>[\s\S]*?<\/head>|<div aria-hidden[\s\S]*?<\/div>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();

/** The names of the operations of the API. */
const OPERATIONS = [...readFileSync('schema.graphql', 'utf8').matchAll(/^ {2}([a-z]\w*[A-Z]\w*)[(:]/gm)].map(
  ([, name = '']) => name,
);

describe.each(MAILS.map((content) => [content.subject, content] as const))('%s', (_, content) => {
  const { text, html = '' } = render(content);

  test('HTML and plain text say the same', () => {
    const words = wordsOf(html);
    const parts = text
      .replace('-- \n', '')
      // Its words are a link of the HTML.
      .replace(/: https:\S+\/unsubscribe\/\S+/, '')
      .split(/\n+/)
      .map((line) => line.replace(/:$/, ''));
    for (const part of parts) {
      for (const piece of part.split(/: (?=\S)/)) expect(words).toContain(piece);
    }
    const known = [...parts, 'If the button does not work, copy this address:', 'Wheel & Bean', 'W'].join(' ');
    for (const word of words.split(' ')) expect(known).toContain(word.replace(/:$/, ''));
  });

  test('it has no names of the API, no ISO times, and loads nothing', () => {
    expect(text).not.toMatch(/\d{4}-\d\d-\d\d/);
    expect(OPERATIONS.filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    expect(html).not.toMatch(/<img|<link|url\(|@import|<script/);
  });

  test('its button leads to a page of the dashboard; without a dashboard there is none', () => {
    const hrefsIn = (shown = '') =>
      [...shown.matchAll(/href="([^"]+)"/g)].flatMap(([, url = '']) => (url.includes('/unsubscribe/') ? [] : url));
    const [href] = hrefsIn(html);
    if (href !== undefined) {
      const [, view] = new URL(href).pathname.split('/');
      expect(readdirSync(path.join('dashboard', 'src', 'views'))).toContain(view);
    }
    expect(hrefsIn(render(content, { dashboard: false }).html)).toEqual([]);
  });
});

test('times are in the time zone of the account, with its name; in UTC without one', () => {
  expect(timeInMail(ANN, AT)).toBe('Thursday, 26 November 2026 at 14:25 Central European Standard Time');
  expect(timeInMail({ timeZone: null }, AT)).toBe('Thursday, 26 November 2026 at 13:25 Coordinated Universal Time');
});

describe('when notifications are mailed', () => {
  const time = fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });

  test('immediately, at the next full hour, or never', () => {
    expect(mailTime('IMMEDIATELY', AT, null)).toEqual(AT);
    expect(mailTime('HOURLY', AT, null)).toEqual(new Date('2026-11-26T14:00:00Z'));
    expect(mailTime('NEVER', AT, null)).toBeNull();
  });

  test('daily at the next 08:00 of the zone, also on days with 23 or 25 hours', () => {
    fc.assert(
      fc.property(time, fc.constantFrom(...Intl.supportedValuesOf('timeZone')), (now, timeZone) => {
        const at = Number(mailTime('DAILY', now, timeZone));
        expect(new Date(at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })).toBe(
          '08:00',
        );
        expect(at).toBeGreaterThan(Number(now));
        expect(at - Number(now)).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });
});

test('the two hours of the same digits, when clocks are set back, differ in the name of the zone', () => {
  const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => timeInMail(ANN, new Date(at)));
  expect(first).toBe('Sunday, 25 October 2026 at 02:30 Central European Summer Time');
  expect(second).toBe('Sunday, 25 October 2026 at 02:30 Central European Standard Time');
});

test('markup and links in names of others are text', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&\nhttps://evil.example/';
  const { html = '', text } = render({
    to: ANN.email,
    subject: hostile,
    blocks: [hostile, { facts: [['Webhook', nameInMail(hostile)]] }, { label: hostile, to: { page: '/webhooks' } }],
  });
  expect(html).not.toMatch(/<img|onerror="/);
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(['https://social.example.org/webhooks']);
  expect(text).toContain('Webhook: <img src=x onerror=alert(1)>"\'& https evil example');
});

test('a text of others cannot look like a button, or like the end of the mail', () => {
  const { text } = render({
    to: ANN.email,
    subject: 'Your post was not approved',
    blocks: ['No.', { facts: [['Comment', 'no\n\nOpen the post:\r\nhttps://evil.example\u2028\n-- \nService\u202e']] }],
  });
  expect(text.split('\n')).toContain('Comment: no Open the post: https://evil.example -- Service');
});

test('a long name is cut between characters, so that it can be stored', () => {
  const name = nameInMail(`${'a'.repeat(59)}😀😀`);
  expect(name).toBe(`${'a'.repeat(59)}😀`);
  expect(name.isWellFormed()).toBe(true);
});

test('a brand with markup in its name is text, and a bright color is darkened until white on it is readable', () => {
  const { html = '' } = render(security.passwordChangedMail(ANN), {
    brand: { name: '<b>Brand</b>', color: '#ffee00', logoUrl: null },
  });
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('#ffee00');
});
