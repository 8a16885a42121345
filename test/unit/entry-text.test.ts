/** What an entry of a feed becomes: its filter, and its text. */
import fc from 'fast-check';
import { type EntryFilter, filteredOut } from '../../src/domain/feeds/entry-filter.js';
import { entryText } from '../../src/domain/feeds/entry-text.js';
import type { FeedEntryContent } from '../../src/domain/feeds/feed-document.js';
import { hasPartMarks } from '../../src/domain/publishing/split-content.js';
import { exceededLimit } from '../../src/platforms/port/text-length.js';
import { findRules } from '../../src/platforms/rules-registry.js';

const ENTRY: FeedEntryContent = {
  ...{ identity: 'x', title: 'Tea and cake', link: 'https://example.com/tea', summary: 'Fresh tea. With cake.' },
  ...{ author: 'Ada', categories: ['Open source', 'c++', 'tea', '2026'], image: null, publishedAt: null },
};
const entry = (given: Partial<FeedEntryContent>) => ({ ...ENTRY, ...given });
const { text: rules } = findRules('microblog') ?? {};
if (!rules) throw new Error('microblog has rules');
const microblog = { rules, hasImage: false, finish: null };

describe('a template', () => {
  test('is filled with the parts of the entry', () => {
    expect(entryText('{{title}} by {{author}}: {{summary}}\n\n{{link}}\n{{ hashtags }}', ENTRY, null)).toBe(
      'Tea and cake by Ada: Fresh tea. With cake.\n\nhttps://example.com/tea\n#OpenSource #c #tea',
    );
  });

  test('leaves no gap for what the entry does not have', () => {
    expect(entryText('{{title}}\n\n{{summary}}\n\n{{link}}', entry({ summary: '', link: null }), null)).toBe(
      'Tea and cake',
    );
  });

  test.each([
    ['{{title}}\n{{summary}}\n{{link}}', { title: '---', summary: '---' }],
    ['{{title}}\n-{{summary}}\n{{link}}', { title: ' --- ', summary: '--' }],
    ['{{title}} {{summary}}', { title: 'Bread [1/2]', summary: 'and butter [2/2]' }],
  ])('of a feed makes no thread: %j of %j', (template, given) => {
    expect(hasPartMarks(entryText(template, entry(given), null))).toBe(false);
    expect(hasPartMarks(entryText(template, entry(given), microblog))).toBe(false);
  });

  test('makes a thread where its template has a separator', () => {
    expect(entryText('{{title}}\n---\n{{link}}', entry({ title: 'A --- b' }), null)).toMatch(/^A --- b\n---\n/);
  });

  test('is filled once: an entry has no placeholders, and no mentions', () => {
    expect(entryText('{{title}}', entry({ title: '{{link}} @{urn:network:person:1|Ada}' }), null)).toBe(
      '{{link}} @ {urn:network:person:1|Ada}',
    );
  });

  test('is shortened at a word, the summary first, for the limit of the platform', () => {
    const long = entry({ summary: 'word, '.repeat(100) });
    const text = entryText('{{title}}\n\n{{summary}}\n\n{{link}}', long, microblog);
    expect(text).toMatch(/^Tea and cake\n\n(word, )+word…\n\nhttps:\/\/example\.com\/tea$/);
    expect(entryText('{{title}} {{link}}', entry({ title: 'word '.repeat(100) }), microblog)).toMatch(/ word… https/);
  });

  test('leaves room for what is added to it', () => {
    const finish = (text: string) => ({ text: `${text}\n\n${'s'.repeat(100)}`, additions: [] });
    const text = entryText('{{summary}}\n\n{{link}}', entry({ summary: 'word '.repeat(100) }), {
      ...microblog,
      finish,
    });
    expect(text).toMatch(/ word…\n\nhttps/);
    expect(exceededLimit(finish(text).text, microblog.rules)).toBeNull();
    expect(text.length).toBeGreaterThan(150);
  });

  test('fits the platform, with the whole link, for any entry', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.lorem({ maxCount: 200 }), (title, summary) => {
        const text = entryText('{{title}}\n{{summary}}\n{{link}} {{hashtags}}', entry({ title, summary }), microblog);
        expect(text).toContain('https://example.com/tea');
        expect(exceededLimit(text, microblog.rules)).toBeNull();
      }),
    );
  });
});

describe('a filter', () => {
  const refuses = (filter: Partial<EntryFilter>, given: Partial<FeedEntryContent> = {}) =>
    filteredOut({ include: [], exclude: [], categories: [], ...filter }, entry(given)) !== null;

  test('compares whole words and phrases, in any letter case', () => {
    expect(refuses({})).toBe(false);
    expect(refuses({ include: ['TEA'] })).toBe(false);
    expect(refuses({ include: ['te', 'coffee'] })).toBe(true);
    expect(refuses({ include: ['with  cake'] })).toBe(false);
    expect(refuses({ exclude: ['fresh tea'] })).toBe(true);
    expect(refuses({ include: ['茶'] }, { title: '新茶上市' })).toBe(false);
  });

  test('compares categories as a whole', () => {
    expect(refuses({ categories: ['open SOURCE'] })).toBe(false);
    expect(refuses({ categories: ['open'] })).toBe(true);
  });
});
