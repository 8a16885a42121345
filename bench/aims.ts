import { type Section, shown } from './report.js';

/** A figure that is to stay within a bound. */
export interface Aim {
  /** What it is, with the floor that it is measured beside. */
  name: string;
  unit: string;
  /** Row and column of a section of the topic. */
  of: readonly [row: string, column: string];
  atMost?: number;
  atLeast?: number;
}

/** An aim with what was measured; NaN where it was not. */
export interface Verdict extends Aim {
  value: number;
  isMet: boolean;
}

export const judge = (aims: readonly Aim[], sections: readonly Section[]): Verdict[] =>
  aims.map((aim) => {
    const [name, column] = aim.of;
    const row = sections.flatMap(({ rows }) => rows).find((one) => one.name === name);
    const value = Number(row?.figures[column] ?? Number.NaN);
    return { ...aim, value, isMet: value <= (aim.atMost ?? Infinity) && value >= (aim.atLeast ?? -Infinity) };
  });

/** Each aim with what was measured. */
export const aimsSection = (verdicts: readonly Verdict[]): Section => ({
  title: 'Aims',
  rows: verdicts.map(({ name, unit, value, atMost, atLeast, isMet }) => ({
    name,
    figures: {
      measured: Number.isNaN(value) ? 'not measured' : shown(value),
      unit,
      aim: atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`,
      met: isMet ? 'yes' : 'no',
    },
  })),
  notes: [],
});
