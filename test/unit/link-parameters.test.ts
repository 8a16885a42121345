/** Parameters of links: which links get them, and that nothing else of a text changes. */
import fc from 'fast-check';
import { finishWith } from '../../src/domain/additions/finish-text.js';
import { addQuery, type LinkParameters, queryOf } from '../../src/domain/additions/link-parameters.js';
import { appendSignature } from '../../src/domain/additions/signature.js';
import { linksIn, mastodonLinksIn } from '../../src/platforms/port/links.js';

const QUERY = 'utm_source=news&utm_medium=social';
const ANY = { links: 'any', excludedHosts: [] } as const;
const add = (text: string, more = {}) => addQuery(text, QUERY, { ...ANY, ...more });

test.each([
  ['a host alone', 'https://acme.example', `https://acme.example?${QUERY}`],
  ['a path', 'See https://acme.example/a/b now', `See https://acme.example/a/b?${QUERY} now`],
  ['a query', 'https://acme.example/?b=2&a=1', `https://acme.example/?b=2&a=1&${QUERY}`],
  ['a fragment', 'https://acme.example/a#top', `https://acme.example/a?${QUERY}#top`],
  ['a query and a fragment', 'https://acme.example/?a#b?c', `https://acme.example/?a&${QUERY}#b?c`],
  ['the end of a sentence', 'Read https://acme.example/a.', `Read https://acme.example/a?${QUERY}.`],
  ['brackets', '(https://acme.example/a)', `(https://acme.example/a?${QUERY})`],
  ['percent-encoding', 'https://acme.example/%7e?q=%20', `https://acme.example/%7e?q=%20&${QUERY}`],
  ['another script', 'https://münchen.de/ä', `https://münchen.de/ä?${QUERY}`],
  [
    'a question mark',
    'Seen https://acme.com? Or https://acme.com/a?',
    `Seen https://acme.com?${QUERY}? Or https://acme.com/a?${QUERY}?`,
  ],
  ['an empty query', 'https://acme.com/?#a', `https://acme.com/?${QUERY}#a`],
  [
    'a parameter in a link within it',
    'https://acme.com/?to=utm_source%3Dx',
    `https://acme.com/?to=utm_source%3Dx&${QUERY}`,
  ],
  ['a port', 'http://acme.com:8080/a', `http://acme.com:8080/a?${QUERY}`],
])('a link with %s', (_, text, expected) => {
  expect(add(text)).toBe(expected);
});

test.each([
  ['has one already', 'https://acme.example/?utm_campaign=x'],
  ['has one in another letter case', 'https://acme.example/?UTM_Source=x'],
  ['has one whose name is encoded', 'https://acme.com/?utm%5Fsource=x and https://acme.com/?%75tm%5fmedium=x'],
  [
    'has a path that the platform does not take for a part of it',
    'https://acme.com/日本語/a and https://acme.com/aパス',
  ],
  ['has one in its fragment', 'https://acme.example/#utm_source=x'],
  ['has no scheme', 'Read README.md and acme.com'],
  ['is an address of e-mail', 'mail@acme.com'],
])('a link stays as it is if it %s', (_, text) => {
  expect(add(text)).toBe(text);
});

test('links of excluded hosts, and of the hosts below them, stay as they are', () => {
  const text =
    'https://acme.com/a https://shop.acme.com/b https://notacme.com/c https://xn--mnchen-3ya.de https://münchen.de';
  expect(add(text, { excludedHosts: ['acme.com', 'xn--mnchen-3ya.de'] })).toBe(text.replace('/c', `/c?${QUERY}`));
});

test('links that a platform does not open stay as they are', () => {
  expect(add('https://acme.com', { links: null })).toBe('https://acme.com');
});

const NONE: LinkParameters = {
  source: null,
  medium: null,
  campaign: null,
  term: null,
  content: null,
  excludedHosts: [],
};
const VALUES = { platform: 'microblog', account: 'acme', date: '2026-12-01' };

test('placeholders are replaced, and values are encoded so that a link ends after them', () => {
  const parameters = { ...NONE, source: '{platform}', campaign: 'Autumn & {date}!', content: '{account} (v1).' };
  expect(queryOf(parameters, VALUES)).toBe(
    'utm_source=microblog&utm_campaign=Autumn%20%26%202026-12-01%21&utm_content=acme%20%28v1%29%2E',
  );
});

const word = fc.oneof(
  fc.constantFrom('https://acme.com', 'http://a.de/b?c=d#e', 'acme.com', '@acme', 'a@b.com', '(', ')', '.', ',', '"'),
  fc.constantFrom(
    'https://acme.com/?utm_source=x',
    'https://',
    '[1/2]',
    '[2/2]',
    '\n---\n',
    '\n\n',
    ' ',
    '…',
    'é',
    '中',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
const platform = fc.constantFrom('microblog', 'fediverse', 'skyfeed', 'messenger', 'network', 'videohub', 'photogram');
const parameters = fc.record({
  ...NONE,
  source: fc.constantFrom('news', '{platform}', 'a.b', 'ü & co.'),
  medium: fc.constantFrom(null, 'social', '{date}'),
  campaign: fc.constantFrom(null, 'x=y#z', '{account}'),
  term: fc.constant(null),
  content: fc.constant(null),
  excludedHosts: fc.constantFrom([], ['acme.com']),
});
const signature = fc.constantFrom(null, 'ACME', 'More: https://acme.com/x', '#one #two', 'https://b.de');

test('what was finished stays as it is', () => {
  fc.assert(
    fc.property(text, platform, parameters, signature, (written, key, set, closing) => {
      const finish = finishWith(
        { signature: closing, parameters: set, username: 'acme', profileUrl: null },
        { platform: key, platformId: null, at: new Date(0), addSignature: true, addLinkParameters: true },
      );
      const once = finish?.(written, 'post').text ?? '';
      expect(finish?.(once, 'post')).toEqual({ text: once, additions: [] });
    }),
    { numRuns: 2_000 },
  );
});

test('nothing but the query is added to a text', () => {
  fc.assert(
    fc.property(text, (written) => {
      const strip = (linked: string) => linked.replaceAll(QUERY, '').replace(/[?&]/g, '');
      expect(strip(add(written))).toBe(strip(written));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['microblog', linksIn, 'any'],
  ['fediverse', mastodonLinksIn, 'mastodon'],
] as const)('%s takes all that is added to a link for a part of it', (_, find, links) => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const before = [...find(url)];
      const [link] = before;
      if (before.length !== 1 || link?.start !== 0 || link.end !== url.length || url.endsWith('?')) return;
      const linked = add(url, { links });
      expect([...find(linked)]).toEqual([{ start: 0, end: linked.length }]);
    }),
    { numRuns: 2_000 },
  );
});

test('a signature comes before what only splits a thread', () => {
  expect(appendSignature('One [1/2]\n\nTwo [2/2]', 'ACME')).toBe('One [1/2]\n\nTwo\n\nACME [2/2]');
  expect(appendSignature('One\n---\nTwo\n---\n', 'ACME')).toBe('One\n---\nTwo\n\nACME\n---\n');
  expect(appendSignature('Hello ', 'ACME')).toBe('Hello\n\nACME ');
  expect(appendSignature('HELLOACME', 'ACME')).toBe('HELLOACME\n\nACME');
});
