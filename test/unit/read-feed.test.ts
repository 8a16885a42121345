/** Feeds as they are read: RSS, RDF, Atom and JSON Feed, and documents that were made to do harm. */
import fc from 'fast-check';
import { FeedUnreadable } from '../../src/domain/feeds/feed-document.js';
import { readFeed } from '../../src/domain/feeds/read-feed.js';

const AT = { url: 'https://blog.example.com/feed' };
const read = (text: string | Buffer, charset?: string) => readFeed(Buffer.from(text as string), { ...AT, charset });
const rss = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Blog</title>${channel}${items}</channel></rss>`;
const reason = (text: string) => {
  try {
    read(text);
    return null;
  } catch (error) {
    if (error instanceof FeedUnreadable) return error.message;
    throw error;
  }
};

const SAME = {
  title: 'Tea & cake',
  link: 'https://blog.example.com/tea',
  summary: 'Fresh tea. With cake.',
  author: 'Ada',
  categories: ['News', 'Tea time'],
  image: 'https://blog.example.com/tea.jpg',
  publishedAt: new Date('2026-03-01T10:00:00Z'),
};

describe('an entry is read alike', () => {
  test('of RSS 2.0', () => {
    const item = `<item><title>Tea &amp;amp; cake</title><link>/tea</link><guid isPermaLink="false">1</guid>
      <description><![CDATA[<p>Fresh <b>tea</b>.</p><script>alert(1)</script><p>With cake.</p>]]></description><dc:creator>Ada</dc:creator>
      <category>News</category><category>Tea time</category><category>news</category>
      <enclosure url="/tea.jpg" type="image/jpeg" length="1"/><pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate></item>`;
    const { title, ttlMinutes, entries } = read(rss(item, '<ttl>60</ttl>'));
    expect({ title, ttlMinutes }).toEqual({ title: 'Blog', ttlMinutes: 60 });
    expect(entries).toMatchObject([SAME]);
    expect(entries).toHaveLength(1);
  });

  test('of RSS 1.0', () => {
    const { title, entries } =
      read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:m="http://search.yahoo.com/mrss/">
      <channel rdf:about="/"><title>Blog</title></channel>
      <item rdf:about="https://blog.example.com/tea"><title>Tea &amp; cake</title><link>https://blog.example.com/tea</link>
      <description>Fresh tea. With cake.</description><dc:creator>Ada</dc:creator><dc:subject>News</dc:subject><dc:subject>Tea time</dc:subject>
      <dc:date>2026-03-01T10:00:00Z</dc:date><m:thumbnail url="/tea.jpg"/></item></rdf:RDF>`);
    expect(title).toBe('Blog');
    expect(entries).toMatchObject([SAME]);
  });

  test('of Atom, with any prefix', () => {
    const { title, entries } =
      read(`<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Blog</a:title><a:author><a:name>Other</a:name></a:author>
      <a:entry><a:id>tag:1</a:id><a:title type="html">Tea &amp;amp; cake</a:title><a:link rel="self" href="/x"/><a:link href="/tea"/>
      <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Fresh tea.</p><p>With cake.</p></div></a:content>
      <a:author><a:name>Ada</a:name></a:author><a:category term="News"/><a:category term="t" label="Tea time"/>
      <a:link rel="enclosure" type="image/jpeg" href="/tea.jpg"/><a:source><a:title>Elsewhere</a:title></a:source>
      <a:updated>2026-04-01T10:00:00Z</a:updated><a:published>2026-03-01T10:00:00Z</a:published></a:entry></a:feed>`);
    expect(title).toBe('Blog');
    expect(entries).toMatchObject([SAME]);
  });

  test('of JSON Feed', () => {
    const item = {
      ...{ id: 1, url: '/tea', title: 'Tea & cake', content_html: '<p>Fresh tea.</p> With cake.', image: '/tea.jpg' },
      ...{ authors: [{ name: 'Ada' }], tags: ['News', 'Tea time', 7], date_published: '2026-03-01T10:00:00Z' },
    };
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Blog', items: [item, 'x', null] };
    const { title, entries } = read(JSON.stringify(feed));
    expect(title).toBe('Blog');
    expect(entries).toMatchObject([SAME]);
  });
});

describe('characters', () => {
  test('are those of the prolog, of the response, or of a byte order mark', () => {
    const latin = Buffer.from(
      rss('<item><title>Caf\xe9</title></item>').replace('?>', ' encoding="ISO-8859-1"?>'),
      'latin1',
    );
    expect(read(latin).entries[0]?.title).toBe('Café');
    expect(
      read(Buffer.from(rss('<item><title>Caf\xe9</title></item>'), 'latin1'), 'iso-8859-1').entries[0]?.title,
    ).toBe('Café');
    const wide = Buffer.from(`\ufeff${rss('<item><title>Café</title></item>')}`, 'utf16le');
    expect(read(wide).entries[0]?.title).toBe('Café');
  });

  test('that turn text around, or cannot be stored, are left out', () => {
    expect(read(rss('<item><title>a\u202eb\0c &#0;</title></item>')).entries[0]?.title).not.toMatch(/[\u202e\0]/);
  });
});

describe('what is no feed', () => {
  test.each([
    ['', 'it is empty'],
    ['<!doctype html><html><body>Hello</body></html>', 'it is a web page, not a feed'],
    ['hello', 'it is no RSS, Atom or JSON Feed'],
    ['<opml><body/></opml>', 'it is no RSS, Atom or JSON Feed'],
    ['{"items":[]}', 'it is JSON, but no JSON Feed'],
    ['{"a', 'it begins like JSON, but cannot be read'],
  ])('is refused with the reason: %j', (text, why) => {
    expect(reason(text)).toBe(why);
  });
});

describe('a hostile document', () => {
  const entities = Array.from({ length: 20 }, (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(20)}">`);
  test.each([
    [
      'billion laughs',
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a0 "ha">${entities.join('')}]>${rss('<item><title>&a20;</title></item>').slice(21)}`,
    ],
    [
      'external entities',
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('<item><title>&x;</title></item>').slice(21)}`,
    ],
  ])('expands nothing: %s', (_, text) => {
    const [entry] = read(text).entries;
    expect(entry?.title).toMatch(/^&\w+;$/);
  });

  test('is refused if it is nested too deep', () => {
    expect(reason(rss('<a>'.repeat(100_000)))).toMatch('nested more than 200 deep');
    expect(reason(`${'{"a":'.repeat(200_000)}1`)).toMatch(/JSON/);
    expect(read(rss(`<item><title>${'&lt;b&gt;'.repeat(30_000)}x</title></item>`)).entries.length).toBeLessThan(2);
  });

  test.each([
    [
      'entries',
      rss(Array.from({ length: 120_000 }, (_, index) => `<item><title>${index}</title></item>`).join('')),
      500,
    ],
    ['text', rss(`<item><title>${'x '.repeat(2_000_000)}</title></item>`), 1],
    [
      'attributes',
      rss(`<item ${Array.from({ length: 200_000 }, (_, index) => `a${index}="x"`).join(' ')}><title>x</title></item>`),
      1,
    ],
    [
      'namespaces',
      rss(
        `<item><title>x</title>${Array.from({ length: 40_000 }, (_, index) => `<a xmlns:n${index}="u${index}"/>`).join('')}</item>`,
      ),
      1,
    ],
    ['categories', rss(`<item><title>x</title>${'<category>x</category>'.repeat(200_000)}</item>`), 1],
    ['comments', rss(`<!--${'<item>'.repeat(700_000)}--><item><title>x</title></item>`), 1],
    ['open tags without an end', rss(`<item><title>x</title></item>${'<'.repeat(4_000_000)}`), 1],
  ])('of 4 MB of %s is read in seconds', (_, text, count) => {
    const begun = performance.now();
    expect(read(text.slice(0, 5_000_000)).entries.length).toBe(count);
    expect(performance.now() - begun).toBeLessThan(8_000);
  });

  test('is read or refused, with any content', () => {
    const parts = [
      '<item>',
      '</item>',
      '<title>',
      '</title>',
      '<guid>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '&#x0;',
      '&',
      '"',
      '<link',
      '\ud800',
      'x',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts)), (chosen) => {
        const text = rss(chosen.join(''));
        if (reason(text) === null)
          for (const entry of read(text).entries) expect(entry.title.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('identity', () => {
  const item = fc.record({
    id: fc.nat(30),
    edit: fc.string({ maxLength: 5 }).map((text) => text.replace(/[<&\0]/g, '')),
  });
  const xml = ({ id, edit }: { id: number; edit: string }) =>
    `<item><guid> ${id}\n</guid><title>T ${edit}</title><link>/${id}#${encodeURIComponent(edit.toWellFormed())}</link></item>`;
  const ids = (items: { id: number; edit: string }[]) =>
    new Set(read(rss(items.map(xml).join(''))).entries.map(({ identity }) => identity));

  test('is the same in any order, with any repeats and edits', () => {
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (one, other) => {
        const known = ids(one);
        expect(known.size).toBe(new Set(one.map(({ id }) => id)).size);
        const both = ids([...other, ...one]);
        for (const identity of known) expect(both).toContain(identity);
        expect(both.size).toBe(new Set([...one, ...other].map(({ id }) => id)).size);
      }),
    );
  });

  test('is not its link if it is no address', () => {
    const linkOf = (guid: string) => read(rss(`<item><title>a</title>${guid}</item>`)).entries[0]?.link;
    expect(linkOf('<guid>1234</guid>')).toBeNull();
    expect(linkOf('<guid>/posts/1234</guid>')).toBeNull();
    expect(linkOf('<guid>tag:example.com,2026:1</guid>')).toBeNull();
    expect(linkOf('<guid>https://blog.example.com/1</guid>')).toBe('https://blog.example.com/1');
    expect(linkOf('<guid isPermaLink="false">https://blog.example.com/1</guid>')).toBeNull();
  });

  test('is that of the id, else of the link, else of the title and the date', () => {
    const of = (xml: string) => read(rss(`<item>${xml}</item>`)).entries[0]?.identity;
    expect(of('<guid>1</guid><title>a</title>')).toBe(of('<guid>1</guid><title>b</title><link>/x</link>'));
    expect(of('<link>/x#1</link><title>a</title>')).toBe(of('<title>b</title><link>https://BLOG.example.com/x</link>'));
    expect(of('<title>a</title><pubDate>x</pubDate>')).toBe(
      of('<title> a</title><description>b</description><pubDate>x</pubDate>'),
    );
    expect(of('<title>a</title><pubDate>x</pubDate>')).not.toBe(of('<title>a</title><pubDate>y</pubDate>'));
    const at = (date: string) => of(`<title>a</title><pubDate>${date}</pubDate>`);
    const times = ['Sun, 01 Mar 2026 11:00:00 +0100', '2026-03-01T10:00:00Z', '2026-03-01 10:00:00'];
    for (const time of times) expect(at(time)).toBe(at('Sun, 01 Mar 2026 10:00:00 GMT'));
    expect(at('Sun, 01 Mar 2026 10:00:00 +0100')).not.toBe(at('Sun, 01 Mar 2026 10:00:00 GMT'));
  });
});
