import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeOutboxMailer } from '../../src/mail/outbox-mailer.js';
import { header } from './support.js';

const MAIL = { id: 'a1b2', to: 'ada@example.com', subject: 'Your limit', text: 'You have reached it.' };

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'outbox-test-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

const makeOutbox = () => {
  const dir = path.join(dataDir, 'outbox');
  return { dir, mailer: makeOutboxMailer({ dir, from: 'Service <no-reply@localhost>' }) };
};

test('each mail is a file of the owner’s in a folder that is made for the first', async () => {
  const { dir, mailer } = makeOutbox();
  await Promise.all(['a1', 'a2', 'a3'].map((id) => mailer.send({ ...MAIL, id })));
  expect((await readdir(dir)).sort()).toEqual(['a1.eml', 'a2.eml', 'a3.eml']);
  expect((await stat(path.join(dir, 'a1.eml'))).mode & 0o777).toBe(0o600);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
});

test('the file is the mail as a mail program reads it', async () => {
  const { dir, mailer } = makeOutbox();
  await mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.net' });
  const source = await readFile(path.join(dir, 'a1b2.eml'), 'utf8');
  expect(header(source, 'From')).toBe('Service <no-reply@localhost>');
  expect(header(source, 'To')).toBe('ada@example.com');
  expect(header(source, 'Subject')).toBe('Hello Bcc: eve@example.net');
  expect(header(source, 'Bcc')).toBeUndefined();
  expect(header(source, 'Message-ID')).toBe('<a1b2@localhost>');
  expect(source.split('\r\n\r\n')[1]?.trimEnd()).toBe('You have reached it.');
});

test('a mail that is sent again is the same file', async () => {
  const { dir, mailer } = makeOutbox();
  await mailer.send(MAIL);
  await mailer.send(MAIL);
  expect(await readdir(dir)).toEqual(['a1b2.eml']);
});
