/** One line of a table: what was measured, and its figures by name. */
export interface Row {
  name: string;
  figures: Record<string, number | string>;
}

export interface Section {
  title: string;
  rows: Row[];
  notes: string[];
}

export const shown = (figure: number | string | undefined): string => {
  if (figure === undefined) return '';
  if (typeof figure === 'string') return figure;
  if (Number.isInteger(figure)) return String(figure);
  return Math.abs(figure) >= 100 ? figure.toFixed(0) : Math.abs(figure) >= 10 ? figure.toFixed(1) : figure.toFixed(2);
};

/** The sections as plain tables, figures flush right. */
export const printable = (sections: readonly Section[]): string => sections.map(plain).join('\n\n');

/** The sections as tables for a page. */
export const markdown = (sections: readonly Section[]): string =>
  sections
    .map(({ title, rows, notes }) => {
      const [head = [], ...body] = cellsOf(rows);
      const line = (row: string[]) => `| ${row.join(' | ')} |`;
      const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
      return [`**${title}**`, '', ...[head, rule, ...body].map(line), ...notes.flatMap((note) => ['', note])].join(
        '\n',
      );
    })
    .join('\n\n');

function plain({ title, rows, notes }: Section): string {
  const cells = cellsOf(rows);
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
  return [title, ...lines, ...notes.map((note) => `  ${note}`)].join('\n');
}

function cellsOf(rows: readonly Row[]): string[][] {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  return [
    ['', ...columns],
    ...rows.map(({ name, figures }) => [name, ...columns.map((column) => shown(figures[column]))]),
  ];
}
