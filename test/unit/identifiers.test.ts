import fc from 'fast-check';
import { isPlatformId, isTarget, parseTarget, toPlatformId } from '../../src/domain/accounts/platform-id.js';
import { apiKeyMatches, apiKeyPrefix, generateApiKey } from '../../src/domain/identity/access/api-key.js';
import { isId, newId } from '../../src/foundation/database/id.js';

test('ids are 24 hexadecimal characters, unique, and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 5_000 }, () => newId());
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

test('a printed platform id is accepted on every API surface, for any account id', () => {
  const accountId = fc.stringMatching(/^[!-~]{1,40}$/);
  fc.assert(
    fc.property(fc.constantFrom('skyfeed', 'fediverse', 'messenger'), accountId, (platform, id) => {
      const printed = toPlatformId(platform, id);
      expect(isPlatformId(printed)).toBe(true);
      expect(isTarget(`${platform}-${id}`)).toBe(true);
      expect(parseTarget(`${platform}-${id}`).platformId).toBe(printed);
      expect(parseTarget(printed).platformId).toBe(printed);
    }),
  );
});

test.each([
  ['skyfeed-did:plc:abc', 'skyfeed', 'did:plc:abc', 'skyfeed-did_plc_abc'],
  ['messenger--1001234567890', 'messenger', '-1001234567890', 'messenger--1001234567890'],
  ['microblog-12-34', 'microblog', '12-34', 'microblog-12-34'],
])('%s is account %3$s of %2$s', (target, platform, accountId, platformId) => {
  expect(parseTarget(target)).toEqual({ platform, accountId, platformId });
});

test('REST refuses the colons of a DID', () => {
  expect(isPlatformId('skyfeed-did:plc:abc')).toBe(false);
});

test('an API key has the documented form, and its row holds no part of its secret', () => {
  const { rawKey, prefix, hash } = generateApiKey(new Date('2026-03-15T10:00:00Z'));
  expect(rawKey).toMatch(/^sk_[0-9a-z]+_[0-9a-f]{8}\.[0-9a-f]{52}$/);
  expect(Number.parseInt(prefix.split('_')[1] ?? '', 36)).toBe(Date.parse('2026-03-15T10:00:00Z'));
  expect(apiKeyPrefix(rawKey)).toBe(prefix);
  expect(`${prefix} ${hash}`).not.toContain(rawKey.split('.')[1]);
  expect(apiKeyMatches(rawKey, hash)).toBe(true);
  expect(apiKeyMatches(`${rawKey.slice(0, -1)}${rawKey.endsWith('0') ? '1' : '0'}`, hash)).toBe(false);
});
