/** The text of a file as a table: its header, and its rows with their numbers as a spreadsheet shows them. */
import { CsvError, parse } from 'csv-parse/sync';
import { restored } from '../../foundation/csv.js';
import { AppError } from '../../foundation/errors/app-error.js';

/** Bytes of a file. As base64, it fits into a request body of 1 MiB, the usual limit. */
export const MAX_FILE_BYTES = 750_000;
/** Rows with posts. */
export const MAX_ROWS = 1_000;
export const MAX_COLUMNS = 100;
/** Rows in all: the header, and those that are blank. */
const MAX_LINES = 10_000;
/** Characters of the name of a column. */
const MAX_HEADER = 200;

export const DELIMITERS = { COMMA: ',', SEMICOLON: ';', TAB: '\t' } as const;
export type Delimiter = keyof typeof DELIMITERS;

export interface TableRow {
  /** As a spreadsheet shows it: the header is row 1. */
  number: number;
  /** As many as the header has; those that are left out are empty. */
  cells: readonly string[];
  /** Cells beyond the header that are not empty. */
  extra: number;
}

export interface Table {
  delimiter: Delimiter;
  header: readonly string[];
  rows: readonly TableRow[];
}

/** The text of a file, or its bytes. */
export type GivenFile = { text: string } | { bytes: Buffer };

const invalid = (reason: string): AppError<'IMPORT_FILE_INVALID'> => new AppError('IMPORT_FILE_INVALID', { reason });

/** Error: IMPORT_FILE_INVALID, which says what is wrong and in which line. */
export function readTable(file: GivenFile, given: Delimiter | null): Table {
  const text = readText(file);
  const delimiter = given ?? detect(text);
  const [header, ...records] = parseRecords(text, DELIMITERS[delimiter]);
  if (!header) throw invalid('it is empty');
  if (header.length > MAX_COLUMNS) {
    throw invalid(`it has ${header.length.toLocaleString('en')} columns, and at most ${MAX_COLUMNS} are read`);
  }
  if (header.every(isEmpty)) throw invalid('its first row has no names of columns');
  const long = header.findIndex((name) => name.length > MAX_HEADER);
  if (long >= 0) throw invalid(`the name of column ${long + 1} has more than ${MAX_HEADER} characters`);
  const restoredRecords = records.map((record) => record.map(restored));
  const rows = restoredRecords.flatMap((record, index): TableRow[] =>
    record.every(isEmpty)
      ? []
      : [
          {
            number: index + 2,
            cells: header.map((_, column) => record[column] ?? ''),
            extra: record.slice(header.length).filter((cell) => !isEmpty(cell)).length,
          },
        ],
  );
  if (rows.length === 0) throw invalid('it has no rows below its header');
  if (rows.length > MAX_ROWS) throw invalid(`it has more than ${MAX_ROWS.toLocaleString('en')} rows: split it`);
  return { delimiter, header: header.map((name) => restored(name).trim()), rows };
}

const isEmpty = (cell: string): boolean => cell.trim() === '';

function readText(file: GivenFile): string {
  const size = 'text' in file ? Buffer.byteLength(file.text) : file.bytes.length;
  if (size > MAX_FILE_BYTES) throw invalid(`it has more than ${MAX_FILE_BYTES / 1_000} kB: split it`);
  const text = ('text' in file ? file.text : decode(file.bytes)).replace(/^\uFEFF/, '');
  const nul = text.indexOf('\0');
  if (nul >= 0) throw invalid(`line ${lineAt(text, nul)} has a NUL character: save it again as CSV UTF-8`);
  if (!text.isWellFormed()) throw invalid('it has half of a surrogate pair: save it again as CSV UTF-8');
  return text;
}

/** UTF-8, or UTF-16 with a byte order mark. */
function decode(bytes: Buffer): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const line = isLittle || isBig ? null : lineOfInvalid(bytes);
    throw invalid(
      `${line === null ? 'it' : `line ${line}`} is not ${encoding.toUpperCase()}: save it again as CSV UTF-8`,
    );
  }
}

function lineOfInvalid(bytes: Buffer): number {
  const text = new TextDecoder('utf-8').decode(bytes);
  const original = Buffer.from(text);
  let same = 0;
  while (same < bytes.length && bytes[same] === original[same]) same += 1;
  return lineAt(bytes.subarray(0, same).toString('latin1'), same);
}

const lineAt = (text: string, end: number): number => text.slice(0, end).split(/\r\n|\r|\n/).length;

/** The delimiter that is most frequent in the first row; a comma if it has none. */
function detect(text: string): Delimiter {
  const counts: Record<Delimiter, number> = { COMMA: 0, SEMICOLON: 0, TAB: 0 };
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted) {
      for (const name of Object.keys(DELIMITERS) as Delimiter[]) {
        if (DELIMITERS[name] === character) counts[name] += 1;
      }
    }
  }
  return (Object.keys(counts) as Delimiter[]).reduce((most, name) => (counts[name] > counts[most] ? name : most));
}

function parseRecords(text: string, delimiter: string): string[][] {
  let records: string[][];
  try {
    records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: MAX_LINES + 1,
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalid(messageOf(error, text));
    throw error;
  }
  if (records.length > MAX_LINES) {
    throw invalid(`it has more than ${MAX_LINES.toLocaleString('en')} rows, blank ones included`);
  }
  return records;
}

/** The parser quotes the cell in its message, which can be as long as the file. */
function messageOf({ code, lines, message }: CsvError, text: string): string {
  const line = /at line (\d+)/.exec(message)?.[1] ?? lines;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `the quote that opens in line ${lineAt(text, lastOpening(text))} is not closed`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `line ${line} has text after a closing quote: write a quote in a quoted cell twice`;
    default:
      return `line ${line} has a quote inside a cell: put the cell in quotes, and write the quote twice`;
  }
}

/** Where the quote opens that is not closed. */
function lastOpening(text: string): number {
  let opening = -1;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (opening < 0) opening = at;
    else if (text[at + 1] === '"') at += 1;
    else opening = -1;
  }
  return opening;
}
