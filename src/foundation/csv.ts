/** Tables as CSV files (RFC 4180), which spreadsheets open without running what is in them. */

export type Cell = string | number;

/** What a spreadsheet takes for a formula, after the apostrophes that keep it from that. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const NUMBER = /^'*[+-]?\d+(?:\.\d+)?$/;
const QUOTED = /[",;\t\r\n]/;

const isFormula = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/** The text with an apostrophe before it, if a spreadsheet would take it for a formula. Numbers stay numbers. */
export const neutralised = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** The text without the apostrophe that `neutralised` put before it. */
export const restored = (text: string): string => (text.startsWith("'") && isFormula(text) ? text.slice(1) : text);

function fieldOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = neutralised(cell);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of a table. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');

export const toCsv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string => csvLines([head, ...rows]);
