/** `npm run bench -- gate`: whether an operation costs more than at the commit that its ratio to the floor is from. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Operation, type Pids, startOperations } from './gate-operations.js';
import { cpuMeter } from './process-usage.js';
import type { Section } from './report.js';
import { median, percentile } from './statistics.js';
import type { Surroundings } from './surroundings.js';
import { THIS_VERSION } from './version.js';

/** An operation is dearer if four of five rounds have a ratio that is this many times the committed one. */
const TOLERATED = 1.15;

/** The work is the same in every run, because code becomes cheaper the more often it has run. */
const ROUNDS = { full: 5, quick: 1 };

/** CPU of one operation, in milliseconds: that of its process, and that of Postgres. */
type Cost = Record<'process' | 'Postgres', number>;

interface Measured {
  service: Cost;
  floor: Cost;
  ratio: Cost;
  /** The lower quartile of the rounds' ratios. */
  low: Cost;
}

/** Ratios of the service's CPU to the floor's, by operation. */
type Ratios = Record<string, Cost>;

const COSTS = ['process', 'Postgres'] as const;
const FILE = path.join(THIS_VERSION.folder, 'bench/gate.json');

/**
 * Measures each operation and its floor in alternating blocks. A ratio that is worse than the committed one is measured
 * again before it fails the gate.
 */
export async function gate(
  surroundings: Surroundings,
  size: keyof typeof ROUNDS,
): Promise<{ section: Section; failed: string[]; ratios: Ratios }> {
  if (process.platform !== 'linux') throw new Error('The gate reads CPU times from /proc: run it on Linux');
  const committed = JSON.parse(await readFile(FILE, 'utf8')) as Ratios;
  const { operations, pids, stop } = await startOperations(surroundings);
  const measured = new Map<string, Measured>();
  const measure = async (chosen: readonly Operation[]) => {
    for (const [name, one] of await measureRounds(chosen, pids, ROUNDS[size])) measured.set(name, one);
  };
  const worse = () => operations.filter(({ name }) => worseCosts(measured.get(name), committed[name]).length > 0);
  try {
    await measure(operations);
    const suspects = worse();
    if (suspects.length > 0) {
      surroundings.say(`measuring again: ${suspects.map(({ name }) => name).join(', ')} …`);
      await measure(suspects);
    }
  } finally {
    await stop();
  }
  const failed = operations.flatMap(({ name, process }) =>
    worseCosts(measured.get(name), committed[name]).map((cost) => rowName(name, cost, process)),
  );
  const ratios = Object.fromEntries([...measured].map(([name, { ratio }]) => [name, ratio]));
  return { section: sectionOf(operations, measured, committed), failed, ratios };
}

/** Stores ratios as those that later runs are compared with. */
export async function commitRatios(ratios: Ratios): Promise<void> {
  const rounded = JSON.stringify(
    ratios,
    (_, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value),
    2,
  );
  await writeFile(FILE, `${rounded}\n`);
}

const worseCosts = (measured?: Measured, committed?: Cost) =>
  COSTS.filter((cost) => measured && committed && measured.low[cost] > committed[cost] * TOLERATED);

const rowName = (name: string, cost: keyof Cost, process: string) => `${name}, ${cost === 'process' ? process : cost}`;

function sectionOf(
  operations: readonly Operation[],
  measured: ReadonlyMap<string, Measured>,
  committed: Ratios,
): Section {
  const rows = operations.flatMap(({ name, process }) =>
    COSTS.map((cost) => {
      const { service, floor, ratio } = measured.get(name) as Measured;
      const before = committed[name]?.[cost];
      const figures = {
        'ms/operation': service[cost],
        'floor ms': floor[cost],
        ratio: ratio[cost],
        committed: before ?? 'none',
        change: before === undefined ? '' : `${Math.round((ratio[cost] / before - 1) * 100)} %`,
      };
      return { name: rowName(name, cost, process), figures };
    }),
  );
  const notes = ['Ratios: medians of the rounds. With --write, later runs are compared with these.'];
  return { title: 'CPU of each operation and of its floor', rows, notes };
}

async function measureRounds(
  operations: readonly Operation[],
  pids: Pids,
  rounds: number,
): Promise<Map<string, Measured>> {
  const costs = operations.map(() => ({ service: [] as Cost[], floor: [] as Cost[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, operation] of operations.entries()) {
      const order = ['floor', 'service'] as const;
      for (const who of round % 2 ? order.toReversed() : order) {
        const pid = who === 'floor' ? pids.floor : pids[operation.process];
        costs[at]?.[who].push(await costOf(operation, who, pid, pids.Postgres));
      }
    }
  }
  const each = (all: readonly Cost[], pick: (values: number[]) => number): Cost => ({
    process: pick(all.map(({ process }) => process)),
    Postgres: pick(all.map(({ Postgres }) => Postgres)),
  });
  return new Map(
    operations.map(({ name }, at) => {
      const { service = [], floor = [] } = costs[at] ?? {};
      const ratio = service.map((one, round) => ({
        process: one.process / (floor[round]?.process ?? Number.NaN),
        Postgres: one.Postgres / (floor[round]?.Postgres ?? Number.NaN),
      }));
      const low = each(ratio, (values) => percentile(values, 0.25));
      return [name, { service: each(service, median), floor: each(floor, median), ratio: each(ratio, median), low }];
    }),
  );
}

async function costOf(operation: Operation, who: 'floor' | 'service', pid: number, serverPid: number): Promise<Cost> {
  const times = who === 'floor' ? operation.times * 2 : operation.times;
  let meters: (() => Promise<number>)[] = [];
  await operation[who](times, async () => {
    meters = [await cpuMeter(pid), await cpuMeter(serverPid, 'children')];
  });
  const [process = Number.NaN, Postgres = Number.NaN] = await Promise.all(meters.map((read) => read()));
  return { process: (process * 1000) / times, Postgres: (Postgres * 1000) / times };
}
