import { setTimeout as pause } from 'node:timers/promises';
import { load, type Shot } from './load.js';
import { processUsage, treeCpuSeconds } from './process-usage.js';
import type { Row } from './report.js';

/** What a load is measured of. */
export interface Loaded {
  name: string;
  /** Of the process that answers. */
  pid: number;
  /** Of what has its jobs, where that is not the database. */
  redisPid?: number;
  shot: Shot;
}

export interface MeasuredLoad {
  /** Who comes when; the rows are as they are given. */
  order: readonly Loaded[];
  /** Of each load. */
  forMs: number;
  /** Of the database server. */
  serverPid: number;
  /** By the name of which the requests per second are divided. */
  floor?: string;
}

const CONNECTIONS = [1, 16];

/** Requests per second of each over one connection and over 16, how long they take, and what they cost. */
export async function measureLoads(
  contenders: readonly Loaded[],
  { order, forMs, serverPid, floor }: MeasuredLoad,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const connections of CONNECTIONS) {
    const measured = new Map<string, Row['figures']>();
    for (const one of order) measured.set(one.name, await measure(one, connections, forMs, serverPid));
    const base = floor === undefined ? undefined : measured.get(floor)?.['requests/s'];
    for (const { name } of contenders) {
      const figures = { ...measured.get(name) };
      if (base !== undefined) figures.ratio = Number(figures['requests/s']) / Number(base);
      rows.push({ name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`, figures });
    }
  }
  return rows;
}

async function measure(
  { pid, redisPid, shot }: Loaded,
  connections: number,
  forMs: number,
  serverPid: number,
): Promise<Row['figures']> {
  const cpuOf = async (one: number) => (await processUsage(one))?.cpuSeconds ?? Number.NaN;
  const sample = async () => ({
    'CPU ms/request': await cpuOf(pid),
    'Postgres CPU ms/request': await treeCpuSeconds(serverPid),
    ...(redisPid !== undefined && { 'Redis CPU ms/request': await cpuOf(redisPid) }),
  });
  const before: Record<string, number> = await sample();
  const { perSecond, p50Ms, p99Ms, requests } = await load(shot, connections, forMs);
  const after: Record<string, number> = await sample();
  await pause(100);
  const costs = Object.entries(after).map(([what, seconds]) => [
    what,
    ((seconds - (before[what] ?? Number.NaN)) * 1000) / requests,
  ]);
  return { 'requests/s': perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms, ...Object.fromEntries(costs) };
}
