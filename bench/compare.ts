import type { Row, Section } from './report.js';
import { shown } from './report.js';
import { median } from './statistics.js';
import type { Surroundings } from './surroundings.js';
import type { Running, Size, Topic } from './topic.js';
import type { Version } from './version.js';

export interface CompareOptions {
  rounds: number;
  size: Size;
  surround(version: Version): Surroundings;
}

/** Measures a topic in two versions, in alternating rounds. Each version has a separate database server. */
export async function compare(
  topic: Topic,
  versions: readonly [Version, Version],
  { rounds, size, surround }: CompareOptions,
): Promise<Section[]> {
  const surroundings = versions.map(surround);
  const running: Running[] = [];
  try {
    for (const one of surroundings) running.push(await topic.start(one, size));
    const results: Section[][][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // The order is reversed in each round.
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        results[at]?.push((await running[at]?.round()) ?? []);
        surroundings[at]?.say(`round ${round + 1} of ${rounds}: ${versions[at]?.name}`);
      }
    }
    return ratios(results[0] ?? [], results[1] ?? [], versions);
  } finally {
    for (const one of running.reverse()) await one.stop();
    for (const one of surroundings.reverse()) await one.stop();
  }
}

/** Each figure of both with its median, smallest and largest value, and the ratio of the medians. */
function ratios(before: Section[][], after: Section[][], [base, other]: readonly [Version, Version]): Section[] {
  const [first = []] = after;
  return first.map(({ title, rows, notes }, at) => ({
    title,
    notes: [
      ...notes,
      `Medians of ${after.length} alternating rounds (smallest to largest). Ratio: ${other.name} / ${base.name}.`,
    ],
    rows: rows.flatMap(({ name, figures }) =>
      Object.keys(figures).flatMap((column): Row[] => {
        const [was, is] = [valuesOf(before, at, name, column), valuesOf(after, at, name, column)];
        if (was.length === 0 || is.length === 0) return [];
        const perRound = is.map((value, round) => ratio(value, was[round]));
        return [
          {
            name: `${name}: ${column}`,
            figures: {
              [base.name]: spread(was),
              [other.name]: spread(is),
              ratio: ratio(median(is), median(was)),
              'of rounds': `${shown(Math.min(...perRound))} to ${shown(Math.max(...perRound))}`,
            },
          },
        ];
      }),
    ),
  }));
}

/** Of nothing to nothing it is 1. */
const ratio = (is: number, was = Number.NaN): number => (is === was ? 1 : is / was);

const spread = (values: number[]): string =>
  `${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`;

const valuesOf = (rounds: Section[][], at: number, name: string, column: string): number[] =>
  rounds.flatMap((sections) => {
    const figure = sections[at]?.rows.find((row) => row.name === name)?.figures[column];
    return typeof figure === 'number' && Number.isFinite(figure) ? [figure] : [];
  });
