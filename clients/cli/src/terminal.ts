/** Output: results on standard output, progress and problems on standard error. */
import { styleText } from 'node:util';

export interface Terminal {
  /** Prints one JSON document; several calls print one a line. */
  json(value: unknown): void;
  /** Rows under a heading; nothing for no rows. */
  table(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): void;
  line(text: string): void;
  /** Texts as they are, for a program to read; at a terminal without control characters. */
  lines(texts: readonly string[]): void;
  /** Prints a note for the user on standard error. */
  note(text: string): void;
  /** Draws a progress bar again; does nothing without a terminal. */
  progress(done: number, total: number, label: string): void;
  /** Ends the bar. */
  endProgress(): void;
}

const BAR_WIDTH = 24;
const MAX_LABEL = 60;

/** One line without control characters: texts come from users and platforms. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export function excerpt(text: string, length: number): string {
  const characters = [...plain(text)];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('');
}

export function makeTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Terminal {
  const heading = (text: string) => (stdout.isTTY && !process.env.NO_COLOR ? styleText('bold', text) : text);
  let hasBar = false;

  const endProgress = () => {
    if (hasBar) stderr.write('\n');
    hasBar = false;
  };
  return {
    json: (value) => stdout.write(`${JSON.stringify(value)}\n`),
    table(columns, rows) {
      const cells = rows.map((row) => row.map((cell) => plain(cell ?? '')));
      const widths = columns.map((column, index) =>
        Math.max(column.length, ...cells.map((row) => [...(row[index] ?? '')].length)),
      );
      const toLine = (row: readonly string[]) =>
        row
          .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - [...cell].length))
          .join('  ')
          .trimEnd();
      if (rows.length === 0) return;
      stdout.write(`${heading(toLine(columns))}\n`);
      for (const row of cells) stdout.write(`${toLine(row)}\n`);
    },
    line: (text) => stdout.write(`${plain(text)}\n`),
    lines(texts) {
      for (const text of texts) stdout.write(`${stdout.isTTY ? text.replace(/(?![\n\t])\p{Cc}/gu, ' ') : text}\n`);
    },
    note(text) {
      endProgress();
      stderr.write(`${plain(text)}\n`);
    },
    progress(done, total, label) {
      if (!stderr.isTTY) return;
      const filled = Math.round((BAR_WIDTH * done) / Math.max(total, 1));
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      stderr.write(`\r\u001B[K${bar} ${excerpt(label, MAX_LABEL)}`);
      hasBar = true;
    },
    endProgress,
  };
}
