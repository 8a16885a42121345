import { Secret, TOTP } from 'otpauth';
import { addDeviceToken, parseDeviceCookie, printDeviceCookie } from '../../src/domain/identity/access/device.js';
import {
  generateRecoveryCodes,
  generateSecret,
  otpauthUri,
  parseCode,
  stepOf,
} from '../../src/domain/identity/second-factor/second-factor.js';

/** The secret of the test vectors in RFC 6238, appendix B. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;

describe('a code of the authenticator app', () => {
  // The last six of the eight digits that the RFC prints.
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('is that of RFC 6238: at %i s it is %s', (seconds, digits, step) => {
    expect(stepOf(RFC_SECRET, digits, new Date(seconds * 1000))).toBe(step);
  });

  const secret = generateSecret();
  const now = new Date('2026-11-22T10:00:10.000Z');
  const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * 30_000 });
  const current = Math.floor(now.getTime() / 30_000);

  test.each([
    [-1, current - 1],
    [0, current],
    [1, current + 1],
  ])('is accepted %i steps from now, and returns its step', (steps, expected) => {
    expect(stepOf(secret, codeAt(steps), now)).toBe(expected);
  });

  test.each([-3, -2, 2, 3])('is not taken %i steps from now', (steps) => {
    const near = [-1, 0, 1].map(codeAt);
    if (!near.includes(codeAt(steps))) expect(stepOf(secret, codeAt(steps), now)).toBeNull();
  });

  test('has a secret of 160 random bits, each time another', () => {
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(generateSecret()).not.toBe(secret);
    expect(otpauthUri(secret, 'a+b&c@example.com')).toContain('a%2Bb%26c%40example.com');
  });
});

describe('what a person types in', () => {
  const [recoveryCode = ''] = generateRecoveryCodes().codes;

  test.each(['123456', ' 123456 ', '123 456', '123-456'])('%j is a code', (text) => {
    expect(parseCode(text)).toEqual({ kind: 'totp', digits: '123456' });
  });

  test('a recovery code is one in any letter case, with or without hyphens', () => {
    const hash = parseCode(recoveryCode);
    expect(hash).toEqual({ kind: 'recovery', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    for (const text of [
      recoveryCode.toUpperCase(),
      recoveryCode.replaceAll('-', ''),
      recoveryCode.replaceAll('-', ' '),
    ]) {
      expect(parseCode(text)).toEqual(hash);
    }
  });

  test.each([
    ...[
      '',
      '12345',
      '1234567',
      '12345a',
      '１２３４５６',
      '0'.repeat(24),
      'a'.repeat(25),
      ' '.repeat(100) + 'a'.repeat(24),
    ],
  ])('%j is neither', (text) => {
    expect(parseCode(text)).toBeUndefined();
  });
});

test('recovery codes are ten, of 120 random bits each, and are known by their hashes', () => {
  const { codes, hashes } = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const [index, code] of codes.entries()) {
    expect(Secret.fromBase32(code.replaceAll('-', '').toUpperCase()).bytes).toHaveLength(15);
    expect(parseCode(code)).toEqual({ kind: 'recovery', hash: hashes[index] });
  }
});

test('a device cookie has the tokens of the last five accounts, and nothing else', () => {
  let tokens: string[] = [];
  const made = Array.from({ length: 7 }, () => {
    const added = addDeviceToken(tokens);
    tokens = added.tokens;
    return added.token;
  });
  expect(parseDeviceCookie(printDeviceCookie(tokens))).toEqual(made.slice(-5).reverse());
  expect(parseDeviceCookie(`${made[0]}.x.${made[1]}!.${made[2]}`)).toEqual([made[0], made[2]]);
  expect(parseDeviceCookie()).toEqual([]);
});
