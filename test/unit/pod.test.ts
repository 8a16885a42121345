import fc from 'fast-check';
import { parseConfig } from '../../src/config/config.js';
import { apiKeyPrefix, generateApiKey } from '../../src/domain/identity/access/api-key.js';
import { generateSession } from '../../src/domain/identity/access/session.js';
import { isId, newId } from '../../src/foundation/database/id.js';
import { isPod, newToken, podOfId, podOfKey, podOfToken, servePod } from '../../src/foundation/pod.js';

const NOW = new Date('2026-03-15T10:00:00Z');
const pods = fc.integer({ min: 0, max: 255 }).map((number) => number.toString(16).padStart(2, '0'));

afterEach(() => servePod('00'));

test('all keys, tokens and ids of a pod name it, in the form of every pod', () => {
  fc.assert(
    fc.property(pods, (pod) => {
      servePod(pod);
      const { rawKey, prefix } = generateApiKey(NOW);
      expect(apiKeyPrefix(rawKey)).toBe(prefix);
      expect([podOfKey(rawKey), podOfKey(prefix)]).toEqual([pod, pod]);
      const tokens = [newToken(), generateSession(NOW).token];
      for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
      expect(tokens.map(podOfToken)).toEqual([pod, pod]);
      const id = newId(NOW);
      expect(isId(id)).toBe(true);
      expect([podOfId(id), podOfId(id.toUpperCase())]).toEqual([pod, pod]);
    }),
  );
});

test('a pod changes nothing about the order and the uniqueness of ids, also beyond 256 in a millisecond', () => {
  servePod('ff');
  const ids = Array.from({ length: 1_000 }, () => newId(NOW));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => podOfId(id) === 'ff')).toBe(true);
});

test('text that no pod made names none', () => {
  expect([podOfToken(''), podOfToken('-a'), podOfToken('A0bc')]).toEqual([null, null, null]);
  expect([podOfKey('sk_abc_0123456.x'), podOfKey('pk_abc_01234567'), podOfKey('sk_abc_012345678')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(podOfId('0'.repeat(23))).toBeNull();
});

test.each(['0', '000', '0g', ' 0'])('%j is no pod', (name) => {
  expect(isPod(name)).toBe(false);
  expect(() => servePod(name)).toThrow('two lower-case hexadecimal digits');
  expect(() => parseConfig({ POD: name })).toThrow('POD must be two hexadecimal digits, 00 to ff.');
});

test('POD is read in either letter case, and is 00 unless it is set', () => {
  expect(parseConfig({ POD: 'A7' }).pod).toBe('a7');
  expect(parseConfig({}).pod).toBe('00');
});
