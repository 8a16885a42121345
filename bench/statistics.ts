import type { Row, Section } from './report.js';

/** The value below which a share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
}

export const max = (values: readonly number[]): number => percentile(values, 1);

/** The sections of several rounds as one, with the median of each figure. */
export function summarize(rounds: readonly Section[][]): Section[] {
  const [first = []] = rounds;
  return first.map(({ title, rows, notes }, at) => ({
    title,
    notes: rounds.length > 1 ? [...notes, `Medians of ${rounds.length} rounds.`] : notes,
    rows: rows.map((row): Row => {
      const figures = Object.entries(row.figures).map(([column, figure]) => {
        const values = rounds.flatMap((round) => numbersOf(round[at], row.name, column));
        return [column, values.length > 0 ? median(values) : figure];
      });
      return { name: row.name, figures: Object.fromEntries(figures) };
    }),
  }));
}

const numbersOf = (section: Section | undefined, name: string, column: string): number[] => {
  const figure = section?.rows.find((row) => row.name === name)?.figures[column];
  return typeof figure === 'number' ? [figure] : [];
};
