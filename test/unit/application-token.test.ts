import { randomBytes } from 'node:crypto';
import {
  familyOf,
  makeFollowingTokens,
  newFamily,
  newTokenOf,
} from '../../src/domain/identity/access/application-token.js';

const [first, second] = [randomBytes(32), randomBytes(32)];
const family = newFamily();
const token = newTokenOf(family);

test('what follows a refresh token is of its family, different for each token, and the same at every use', () => {
  const following = makeFollowingTokens([first]);
  const [{ access, refresh }] = following(token);
  expect([familyOf(access), familyOf(refresh)]).toEqual([family, family]);
  expect(
    new Set([token, access, refresh, following(refresh)[0].refresh, following(newTokenOf(family))[0].refresh]).size,
  ).toBe(5);
  expect(makeFollowingTokens([first])(token)).toEqual([{ access, refresh }]);
});

test('while a key is replaced, what followed by the old one is still known, and new tokens follow by the new one', () => {
  const [before] = makeFollowingTokens([first])(token);
  const [after] = makeFollowingTokens([second])(token);
  expect(makeFollowingTokens([second, first])(token)).toEqual([after, before]);
  expect(after).not.toEqual(before);
});
