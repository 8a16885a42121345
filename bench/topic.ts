import type { Aim } from './aims.js';
import type { Section } from './report.js';
import type { Surroundings } from './surroundings.js';

/** quick: whether it runs, not how fast. round: of a comparison, which has several. */
export type Size = 'full' | 'round' | 'quick';

/** What is measured, started: service, load and floor. */
export interface Running {
  /**
   * Measures once. Rows and columns have the same names in each round and in each size, so that rounds can be summarized
   * and compared.
   */
  round(): Promise<Section[]>;
  stop(): Promise<unknown>;
}

/** Something that the bench measures. */
export interface Topic {
  /** One line. */
  about: string;
  aims: readonly Aim[];
  /** Rounds by size; a comparison has as many as are requested. */
  rounds: Record<Size, number>;
  /** Whether it can be measured in another version: what runs is a process of that version. */
  isComparable: boolean;
  /** Whether it belongs to `npm run bench` without a name. */
  byDefault: boolean;
  start(surroundings: Surroundings, size: Size): Promise<Running>;
}

export interface TopicOptions<Options> {
  about: string;
  aims?: readonly Aim[];
  rounds?: Partial<Record<Size, number>>;
  isComparable?: boolean;
  byDefault?: boolean;
  /** How much is measured. A round without a size uses the full size. */
  sizes: { full: Options; round?: Partial<Options>; quick: Options };
  start(surroundings: Surroundings, options: Options): Promise<Running>;
}

export const makeTopic = <Options extends object>(given: TopicOptions<Options>): Topic => ({
  about: given.about,
  aims: given.aims ?? [],
  rounds: { full: 1, round: 5, quick: 1, ...given.rounds },
  isComparable: given.isComparable ?? true,
  byDefault: given.byDefault ?? false,
  start(surroundings, size) {
    const { full, round, quick } = given.sizes;
    return given.start(surroundings, { full, round: { ...full, ...round }, quick }[size]);
  },
});
