import { makeComparison } from '../../src/platforms/kit/same-text.js';

test.each([
  [' Hello \r\n\n world ', 'Hello\nworld'],
  ['Tom &amp; Jerry &lt;3', 'Tom & Jerry <3'],
  ['e\u0301te\u0301', 'été'],
  ['', ''],
  ['🎉', ' 🎉'],
])('%j is %j as a platform may store it', (stored, written) => {
  expect(makeComparison(written)(stored)).toBe('same');
});

test.each([
  ['Hello!', 'Hello'],
  ['Read this: https://short.example/a', 'Read this: https://example.com/a/long/path'],
  ['The first sixteen letters', 'The first sixteen letters, and what was cut off'],
  ['👍', '🎉'],
])('%j may be %j in words that a platform changed', (stored, written) => {
  expect(makeComparison(written)(stored)).toBe('unclear');
});

test.each([
  ['Good evening', 'Good morning'],
  ['Hello there', 'Hello'],
  ['', 'Hello'],
  ['Hello', ''],
])('%j says nothing about %j', (stored, written) => {
  expect(makeComparison(written)(stored)).toBe('other');
});
