import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const credentials = { botToken: '123:secret', chatId: '-100' };
const cipher = makeCredentialCipher([newKey, oldKey]);

test('what is stored can be read back and shows nothing of the secret', () => {
  const stored = cipher.encrypt(credentials, 'a');
  expect(stored).not.toContain('secret');
  expect(cipher.decrypt(stored, 'a')).toEqual(credentials);
});

test('equal credentials are never stored equally', () => {
  expect(cipher.encrypt(credentials, 'a')).not.toBe(cipher.encrypt(credentials, 'a'));
});

test('old keys still decrypt, new writes use the newest', () => {
  const stored = makeCredentialCipher([oldKey]).encrypt(credentials, 'a');
  expect(cipher.decrypt(stored, 'a')).toEqual(credentials);
  expect(() => makeCredentialCipher([oldKey]).decrypt(cipher.encrypt(credentials, 'a'), 'a')).toThrow(
    'ENCRYPTION_KEYS',
  );
});

test('a row’s secrets moved to another row, or changed, are refused', () => {
  const stored = cipher.encrypt(credentials, 'a');
  expect(() => cipher.decrypt(stored, 'b')).toThrow();
  const parts = stored.split('.');
  const text = Buffer.from(parts[4] ?? '', 'base64url');
  text[0] = (text[0] ?? 0) ^ 1;
  expect(() => cipher.decrypt([...parts.slice(0, 4), text.toString('base64url')].join('.'), 'a')).toThrow();
});

test('a shortened tag is refused: it could be guessed', () => {
  const [version, key, nonce, tag = '', text] = cipher.encrypt(credentials, 'a').split('.');
  for (const bytes of [0, 4, 8, 12, 15]) {
    const short = Buffer.from(tag, 'base64url').subarray(0, bytes).toString('base64url');
    expect(() => cipher.decrypt([version, key, nonce, short, text].join('.'), 'a')).toThrow();
  }
});
