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

const shown = (figure: number | string | undefined): string => {
  if (figure === undefined) return '';
  if (typeof figure === 'string') return figure;
  return Math.abs(figure) >= 100 ? figure.toFixed(0) : Math.abs(figure) >= 10 ? figure.toFixed(1) : figure.toFixed(2);
};

/** The sections as plain tables, figures flush right. */
export function printable(sections: readonly Section[]): string {
  return sections
    .map(({ title, rows, notes }) => {
      const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
      const cells = [
        ['', ...columns],
        ...rows.map(({ name, figures }) => [name, ...columns.map((c) => shown(figures[c]))]),
      ];
      const widths = ['', ...columns].map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
      const lines = cells.map((row) =>
        row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
      );
      return [title, ...lines, ...notes.map((note) => `  ${note}`)].join('\n');
    })
    .join('\n\n');
}
