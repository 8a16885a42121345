import fc from 'fast-check';
import { previewPage } from '../../src/domain/publishing/page-preview.js';

const URL_OF_PAGE = 'https://example.com/articles/one?x=1';
const preview = (html: string | Buffer, charset?: string) =>
  previewPage(Buffer.from(html as string), { url: URL_OF_PAGE, charset });

test('Open Graph comes first, in any order of the page', () => {
  expect(
    preview(`<!doctype html><html><head><title>HTML's own</title>
      <meta name="twitter:title" content="Of a card"><meta name="description" content="For search">
      <meta property="og:title" content="Of the graph"><meta property="og:description" content="  About
        it  "><meta property="og:image" content="/cover.png"></head></html>`),
  ).toEqual({ title: 'Of the graph', description: 'About it', picture: 'https://example.com/cover.png' });
});

test('a page without metadata is its title, and one without a title has no preview', () => {
  expect(preview('<title> Caf&eacute; &#128075; &amp; more </title>')).toEqual({
    title: 'Café 👋 & more',
    description: '',
    picture: null,
  });
  for (const html of ['', 'Hello', '<p>Hello', '<title> </title>', '<meta property="og:image" content="/a.png">']) {
    expect(preview(html)).toBeNull();
  }
});

test('control characters and changes of direction are left out', () => {
  expect(preview('<title>A&#x1F;B\u202eC\u2066D</title>')?.title).toBe('ABCD');
});

test('blank values and titles of drawings are passed over', () => {
  const html = '<svg><title>Drawing</title></svg><meta property="og:title" content=" "><title>Page</title>';
  expect(preview(html)?.title).toBe('Page');
});

test('a page that breaks off has what came before that', () => {
  expect(
    preview('<title>Page</title><meta property="og:image" content="https://cdn.example/a.png"><meta prop'),
  ).toEqual({
    title: 'Page',
    description: '',
    picture: 'https://cdn.example/a.png',
  });
});

describe('a page that is not UTF-8 is read by', () => {
  const windows1252 = (head: string) => Buffer.from(`${head}<title>Caf\xe9</title>`, 'latin1');
  test.each([
    ['the charset of its response', windows1252(''), 'windows-1252'],
    ['the charset that it says', windows1252('<meta charset="iso-8859-1">'), undefined],
    [
      'the content type that it says',
      windows1252('<meta http-equiv="content-type" content="text/html; charset=ISO-8859-1">'),
      undefined,
    ],
    ['its byte order mark', Buffer.from('\ufeff<title>Café</title>', 'utf16le'), 'iso-8859-1'],
  ])('%s', (_, html, charset) => {
    expect(previewPage(html, { url: URL_OF_PAGE, charset })?.title).toBe('Café');
  });

  test('Shift_JIS and an unknown name too', () => {
    const shiftJis = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);
    const html = Buffer.concat([Buffer.from('<title>'), shiftJis, Buffer.from('</title>')]);
    expect(previewPage(html, { url: URL_OF_PAGE, charset: 'shift_jis' })?.title).toBe('テスト');
    expect(previewPage(Buffer.from('<title>Café</title>'), { url: URL_OF_PAGE, charset: 'no-such' })?.title).toBe(
      'Café',
    );
  });
});

test('texts are bounded in graphemes and bytes, and can be stored', () => {
  const long = preview(
    `<title>${'👨‍👩‍👧'.repeat(5_000)}</title><meta name=description content="${'x'.repeat(5_000)}">`,
  );
  expect(Buffer.byteLength(long?.title ?? '')).toBeLessThanOrEqual(3_000);
  expect(long?.description).toBe('x'.repeat(1_000));
  expect(preview('<title>a\0b\u0000</title>')?.title).not.toContain('\0');
});

test('any page has a preview with a title, or none', () => {
  const pieces = fc.constantFrom(
    '<title>',
    '</title>',
    '<meta property="og:title" content="',
    '">',
    '<svg>',
    '</svg>',
    '&#0;',
    '&#xD800;',
    '\0',
    '<b>',
    '</i>',
    'x',
    '<!--',
    '-->',
    '<script>',
    ']]>',
    '\ufeff',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), fc.boolean(), (parts, deep) => {
      const found = preview((deep ? '<b>'.repeat(1_000) : '') + parts.join(''));
      if (found === null) return;
      expect(found.title).not.toBe('');
      expect(JSON.stringify(found)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    }),
  );
});
