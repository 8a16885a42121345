/** Tables as CSV files: what the service writes, and how an import reads it and what others write. */
import fc from 'fast-check';
import { DELIMITERS, type Delimiter, MAX_FILE_BYTES, readTable } from '../../src/domain/imports/read-table.js';
import { neutralised, toCsv } from '../../src/foundation/csv.js';

const read = (text: string, delimiter: Delimiter | null = null) => readTable({ text }, delimiter);
const cells = (text: string, delimiter: Delimiter | null = null) => read(text, delimiter).rows.map((row) => row.cells);
const reasonOf = (file: string | Buffer): unknown => {
  try {
    readTable(typeof file === 'string' ? { text: file } : { bytes: file }, null);
  } catch (error) {
    return (error as { details: { reason: string } }).details.reason;
  }
  return null;
};

/** Cells with all that means something in a CSV file. */
const cell = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('"', "'", ',', ';', '\t', '\n', '\r', '=', '+', '-', '@', ' ', 'a', '1', '\u202e'),
    }),
  )
  .map((text) => text.replaceAll('\0', '').toWellFormed());
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }));

describe('what the service writes', () => {
  test('is read back cell by cell, formulas included', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const header = rows[0]?.map((_, index) => `column ${index + 1}`) ?? [];
        const kept = rows.filter((row) => row.some((one) => one.trim() !== ''));
        fc.pre(kept.length > 0);
        expect(cells(toCsv(header, rows), 'COMMA')).toEqual(kept);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', '\r=1', "'=1", '=HYPERLINK("http://x")'])(
    'has an apostrophe before %j, which a spreadsheet would run',
    (text) => {
      expect(neutralised(text)).toBe(`'${text}`);
    },
  );

  test.each(['-5', '+5', '12.5', "it's", 'a=b', "'quoted'", '', '2026-01-31'])('leaves %j as it is', (text) => {
    expect(neutralised(text)).toBe(text);
  });

  test('has numbers as numbers', () => {
    expect(toCsv(['Posts', 'Change'], [[3, -2.5]])).toBe('Posts,Change\r\n3,-2.5\r\n');
  });
});

describe('what others write', () => {
  test('has commas, semicolons or tabs, which its first row shows', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...Object.keys(DELIMITERS)),
        fc.constantFrom('\n', '\r\n'),
        (rows, name, end) => {
          const delimiter = DELIMITERS[name as Delimiter];
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const given = rows.map((row) => row.map((one) => `x${one}`));
          const header = ['a', ...(given[0] ?? []).slice(1).map((_, index) => `b${index}`)];
          const text = [header, ...given].map((row) => row.map(quoted).join(delimiter)).join(end);
          expect(cells(text)).toEqual(given);
        },
      ),
    );
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFtext\nGrüße\n')],
    ['UTF-16, little endian', Buffer.from('\uFEFFtext\nGrüße\n', 'utf16le')],
    ['UTF-16, big endian', Buffer.from('\uFEFFtext\nGrüße\n', 'utf16le').swap16()],
  ])('is %s', (_, bytes) => {
    expect(readTable({ bytes }, null)).toMatchObject({ header: ['text'], rows: [{ number: 2, cells: ['Grüße'] }] });
  });

  test('has line breaks in quotes, mixed ends of lines and blank rows, which count as in a spreadsheet', () => {
    const { rows } = read('text,time\r\n"two\r\nlines",\n,\n\n"a ""quote""",now\rlast');
    expect(rows).toEqual([
      { number: 2, cells: ['two\r\nlines', ''], extra: 0 },
      { number: 5, cells: ['a "quote"', 'now'], extra: 0 },
      { number: 6, cells: ['last', ''], extra: 0 },
    ]);
  });

  test.each([
    ['', 'it is empty'],
    ['text', 'it has no rows below its header'],
    [',,\nx', 'its first row has no names of columns'],
    ['text\n"open\nand on\n', 'the quote that opens in line 2 is not closed'],
    ['text\n"a"b\n', 'line 2 has text after a closing quote: write a quote in a quoted cell twice'],
    ['text\n5" screen\n', 'line 2 has a quote inside a cell: put the cell in quotes, and write the quote twice'],
    ['text\nok\n\0\n', 'line 3 has a NUL character: save it again as CSV UTF-8'],
    ['text\n\ud800', 'it has half of a surrogate pair: save it again as CSV UTF-8'],
    [`text\n${'x\n'.repeat(1_001)}`, 'it has more than 1,000 rows: split it'],
    [`text\n${'\n'.repeat(20_000)}x`, 'it has more than 10,000 rows, blank ones included'],
    [`${'a,'.repeat(9_999)}a\nx`, 'it has 10,000 columns, and at most 100 are read'],
    [`${'a'.repeat(201)}\nx`, 'the name of column 1 has more than 200 characters'],
  ])('is refused with the reason: %#', (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  test.each([
    ['a line of 10 MB', 'x'.repeat(10_000_000)],
    ['a byte too much', `text\n${'x'.repeat(MAX_FILE_BYTES - 4)}`],
    ['characters of several bytes', `text\n${'ü'.repeat(MAX_FILE_BYTES / 2)}`],
  ])('is refused if it is too large: %s', (_, text) => {
    expect(reasonOf(text)).toBe('it has more than 750 kB: split it');
  });

  test('is refused with the line that is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('text\nGrüße\n'), Buffer.from([0x47, 0xfc, 0x0a])]);
    expect(reasonOf(bytes)).toBe('line 3 is not UTF-8: save it again as CSV UTF-8');
    expect(reasonOf(Buffer.from([0xff, 0xfe, 0x41]))).toBe('it is not UTF-16LE: save it again as CSV UTF-8');
  });

  test('takes no longer for bombs of quotes and delimiters', () => {
    const started = performance.now();
    for (const bomb of ['"', '""', '","', '"\n', ',', ';"', "'", '=']) {
      reasonOf(`text\n${bomb.repeat(Math.floor((MAX_FILE_BYTES - 5) / bomb.length))}`);
    }
    // A quadratic parser takes minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
