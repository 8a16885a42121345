import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { MailRefused } from '../../src/mail/mail.js';
import { makeSmtpMailer, type SmtpMailerOptions } from '../../src/mail/smtp-mailer.js';
import { eventually } from '../support/eventually.js';
import { header, type MailServer, PASSWORD, refusal, startMailServer } from './support.js';

const MAIL = { id: 'a1b2', to: 'ada@example.com', subject: 'Your limit', text: 'You have reached it.' };

let server: MailServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (options?: SMTPServerOptions): Promise<MailServer> => {
  server = await startMailServer(options);
  return server;
};

const mailerFor = (url: string, options: Partial<SmtpMailerOptions> = {}) =>
  makeSmtpMailer({ url, from: 'Service <service@example.org>', ...options });

/** The error of a mail that was not taken. */
const failureOf = (url: string, mail = MAIL, options: Partial<SmtpMailerOptions> = {}): Promise<Error> =>
  mailerFor(url, options)
    .send(mail)
    .then(
      () => {
        throw new Error('The mail was taken');
      },
      (error) => error,
    );

test('a mail arrives as it was written, marked as sent by a machine', async () => {
  const { url, received, passwords } = await start();
  await mailerFor(url()).send(MAIL);
  expect(passwords).toEqual([PASSWORD]);
  expect(received).toHaveLength(1);
  const { to, source } = received[0] ?? { source: '' };
  expect(to).toEqual(['ada@example.com']);
  expect(header(source, 'From')).toBe('Service <service@example.org>');
  expect(header(source, 'To')).toBe('ada@example.com');
  expect(header(source, 'Subject')).toBe('Your limit');
  expect(header(source, 'Auto-Submitted')).toBe('auto-generated');
  expect(source.split('\r\n\r\n')[1]?.trimEnd()).toBe('You have reached it.');
});

test('a mail with HTML is both: text for programs without HTML, and the same as HTML', async () => {
  const { url, received } = await start();
  const html = '<p>You have reached it – &#60;really&#62;.</p>\n';
  await mailerFor(url()).send({ ...MAIL, text: 'You have reached it – <really>.', html });
  const mail = await PostalMime.parse(received[0]?.source ?? '');
  expect(mail.text?.trim()).toBe('You have reached it – <really>.');
  expect(mail.html?.trim()).toBe(html.trim());
  expect(header(received[0]?.source ?? '', 'Content-Type')).toMatch(/^multipart\/alternative;/);
});

test('the same id is the same Message-ID, another id is another', async () => {
  const { url, received } = await start();
  const mailer = mailerFor(url());
  await mailer.send(MAIL);
  await mailer.send(MAIL);
  await mailer.send({ ...MAIL, id: 'c3d4' });
  expect(received.map(({ source }) => header(source, 'Message-ID'))).toEqual([
    '<a1b2@example.org>',
    '<a1b2@example.org>',
    '<c3d4@example.org>',
  ]);
});

test.each(['Hello\r\nBcc: eve@example.net', 'Hello\r\n\r\nAnother text', 'Hello\nTo: eve@example.net'])(
  'a subject stays one line: %j',
  async (subject) => {
    const { url, received } = await start();
    await mailerFor(url()).send({ ...MAIL, subject });
    const { to, source } = received[0] ?? { source: '' };
    expect(to).toEqual([MAIL.to]);
    expect(header(source, 'Subject')).toBe(subject.replace(/\r?\n/g, ' '));
    expect(header(source, 'Bcc')).toBeUndefined();
    expect(source.match(/^To: /gm)).toHaveLength(1);
    expect(source.split('\r\n\r\n')[1]?.trimEnd()).toBe(MAIL.text);
  },
);

test.each([
  'ada@example.com\r\nBcc: eve@example.net',
  'ada@example.com>\r\nRCPT TO:<eve@example.net',
  'ada@example.com, eve@example.net',
  'Friends: ada@example.com, eve@example.net;',
  '',
])('a recipient is one address or refused: %j', async (to) => {
  const { url, received } = await start();
  expect(await failureOf(url(), { ...MAIL, to })).toBeInstanceOf(MailRefused);
  expect(received).toEqual([]);
});

describe('a permanent refusal is distinguished from a temporary one, without the address', () => {
  test.each<[string, SMTPServerOptions, boolean]>([
    ['550 for the recipient', { onRcptTo: ({ address }, _, done) => done(refusal(550, `No ${address}`)) }, true],
    ['450 for the recipient', { onRcptTo: ({ address }, _, done) => done(refusal(450, `Busy ${address}`)) }, false],
    [
      '554 for the text',
      { onData: (stream, _, done) => stream.resume().on('end', () => done(refusal(554, 'No'))) },
      true,
    ],
    ['550 for the sender', { onMailFrom: (_, __, done) => done(refusal(550, 'You may not')) }, false],
    ['535 for the login', { onAuth: (_, __, done) => done(refusal(535, 'Who are you')) }, false],
    ['554 as the greeting', { onConnect: (_, done) => done(refusal(554, 'Not here')) }, false],
  ])('%s', async (_name, options, forGood) => {
    const { url } = await start(options);
    const error = await failureOf(url());
    expect(error instanceof MailRefused).toBe(forGood);
    expect(error.message).toMatch(/\b(450|535|550|554)\b/);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('ada');
  });
});

test('the password is in no error, even when the server repeats it', async () => {
  const { url } = await start({ onAuth: ({ password }, _, done) => done(refusal(535, `No user with ${password}`)) });
  const error = await failureOf(url());
  const shown = inspect(error, { depth: null, showHidden: true });
  expect(shown).not.toContain(PASSWORD);
  expect(shown).not.toContain(Buffer.from(PASSWORD).toString('base64'));
});

test('a server that says nothing is given up after the time-out', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  silent.on('connection', (socket) => socket.on('end', () => socket.end()).resume());
  const error = await failureOf(`smtp://127.0.0.1:${port}`, MAIL, { timeoutMs: 200 });
  expect(error).not.toBeInstanceOf(MailRefused);
  // Both the time-out of the greeting and that of the whole mail elapse at the same time.
  expect(error.message).toMatch(/EABORT|ETIMEDOUT/);
  await new Promise((resolve) => silent.close(resolve));
});

describe('TLS', () => {
  // This machine too, but not one of the names that stay on it.
  const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0');

  test('a server on this machine needs no certificate that somebody vouches for', async () => {
    const { url, received } = await start();
    await mailerFor(url()).send(MAIL);
    expect(received).toHaveLength(1);
  });

  test('a server elsewhere gets neither password nor mail without TLS', async () => {
    const { url, received, passwords } = await start({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    const error = await failureOf(elsewhere(url()));
    expect(error.message).toContain('ETLS');
    expect(error).not.toBeInstanceOf(MailRefused);
    expect([passwords, received]).toEqual([[], []]);
  });

  test('a server elsewhere gets neither with an untrusted certificate', async () => {
    const { url, received, passwords } = await start();
    expect((await failureOf(elsewhere(url()))).message).toContain('CERT');
    expect([passwords, received]).toEqual([[], []]);
  });

  test('the address of the server can say otherwise', async () => {
    const { url, received } = await start({ disabledCommands: ['STARTTLS'] });
    await mailerFor(elsewhere(url('requireTLS=false'))).send(MAIL);
    expect((await failureOf(url('requireTLS=true'))).message).toContain('ETLS');
    expect(received).toHaveLength(1);
  });
});

test('with pool=true in the address mails share a connection until the mailer is closed', async () => {
  const { url, received, connections } = await start();
  const mailer = mailerFor(url('pool=true&maxConnections=1'));
  await mailer.send(MAIL);
  await mailer.send({ ...MAIL, id: 'c3d4' });
  expect(received).toHaveLength(2);
  expect(connections).toEqual({ opened: 1, closed: 0 });
  mailer.close();
  await eventually(async () => (connections.closed === 1 ? true : undefined));
});
