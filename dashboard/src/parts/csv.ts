/** Tables as CSV files (RFC 4180), which spreadsheets open. */

export type Cell = string | number;

/** What a spreadsheet takes for a formula: the rule of the service (src/foundation/csv.ts), which reads it back. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const NUMBER = /^'*[+-]?\d+(?:\.\d+)?$/;
const QUOTED = /[",;\t\r\n]/;

/** A text that would be a formula begins with an apostrophe: it comes from other people. */
function fieldOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const toCsv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');

/** Has the browser save a text as a CSV file. Excel reads it as UTF-8 because of the mark at its beginning. */
export const saveCsv = (name: string, text: string): void => saveFile(name, `\uFEFF${text}`, 'text/csv');

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
