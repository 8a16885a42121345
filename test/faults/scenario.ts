/** What a scenario is given, and what it answers. */
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import type { TestDatabase } from '../support/database.js';
import type { Count } from './counting.js';
import type { DatabaseServer } from './server.js';
import { openWorld, type World, type WorldOptions } from './world.js';

export interface Stage {
  /** An empty database of the scenario's own. */
  createDatabase(): Promise<TestDatabase>;
  /** For scenarios that restart it; null where it is shared with others. */
  server: DatabaseServer | null;
  /** How much is done: `small` is for the tests that run every time. */
  size: 'full' | 'quick' | 'small';
  say(line: string): void;
}

export interface Row extends Count {
  scenario: string;
  /** From the end of the fault until a new post was published; null where nothing was down. */
  recoverySeconds: number | null;
}

export interface Scenario {
  name: string;
  title: string;
  run(stage: Stage): Promise<Row | Row[]>;
}

/** Of a scenario that faults the server. */
export function serverOf({ server }: Stage): DatabaseServer {
  if (!server) throw new Error('The server is shared with others');
  return server;
}

/** Counts nothing yet. */
export const NOTHING: Count = {
  posts: 0,
  lost: 0,
  twice: 0,
  claimed: 0,
  sentBlindly: 0,
  unexplained: 0,
  unknown: {},
  late: 0,
  latestSeconds: 0,
  problems: [],
};

const COUNTED = ['posts', 'lost', 'twice', 'claimed', 'sentBlindly', 'unexplained', 'late'] as const;

/** Of posts that were counted apart. */
export function sum(counts: readonly Count[]): Count {
  const total: Count = { ...NOTHING, unknown: {}, problems: [] };
  for (const count of counts) {
    for (const key of COUNTED) total[key] += count[key];
    total.latestSeconds = Math.max(total.latestSeconds, count.latestSeconds);
    for (const [platform, unknown] of Object.entries(count.unknown)) {
      const key = platform as SandboxPlatform;
      total.unknown[key] = (total.unknown[key] ?? 0) + unknown;
    }
    total.problems.push(...count.problems);
  }
  return total;
}

/** A row of what was counted; every further problem counts as unexplained. */
export const rowOf = (
  scenario: string,
  count: Count,
  { recoverySeconds = null, problems = [] }: { recoverySeconds?: number | null; problems?: readonly string[] } = {},
): Row => ({
  scenario,
  ...count,
  unexplained: count.unexplained + problems.length,
  problems: [...count.problems, ...problems],
  recoverySeconds,
});

/** How many of the most frequent error messages of the processes are reported. */
const MOST_LOGGED = 5;

/** Runs a scenario in a world and always closes it. Problems of its processes count, too. */
export async function inWorld(
  stage: Stage,
  options: Omit<WorldOptions, 'db' | 'databasePort'>,
  act: (world: World) => Promise<Row>,
): Promise<Row> {
  const db = await stage.createDatabase();
  const { server } = stage;
  const world = await openWorld({ db, ...options, ...(server && { databasePort: () => server.port() }) });
  let row: Row | undefined;
  try {
    row = await act(world);
  } finally {
    await world.close();
    const most = [...world.logged].sort(([, a], [, b]) => b - a).slice(0, MOST_LOGGED);
    for (const [what, times] of most) stage.say(`logged ${times} times: ${what}`);
  }
  return rowOf(row.scenario, row, { recoverySeconds: row.recoverySeconds, problems: world.problems });
}

/** How much of something is done. */
export const sized = <T>({ size }: Stage, sizes: Record<Stage['size'], T>): T => sizes[size];

export const isGood = ({ lost, twice, claimed, sentBlindly, unexplained }: Count): boolean =>
  lost + twice + claimed + sentBlindly + unexplained === 0;
