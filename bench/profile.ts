import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Child, ServiceOptions } from './child.js';
import { restCreate } from './create-requests.js';
import { withSession } from './database.js';
import { growAccounts } from './grown-database.js';
import { load } from './load.js';
import { evenly, measureRun, startPublishing } from './publishing-contenders.js';
import type { Row, Section } from './report.js';
import { headersInTurn, MEASURED_PLATFORMS, type Person } from './seed.js';
import type { Surroundings } from './surroundings.js';

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

/** What Profiler.stop returns, as far as it is needed. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  /** Microseconds. */
  timeDeltas: number[];
}

export interface ProfileOptions {
  /** How long posts are created, and how many are published, before. */
  warmUp: { ms: number; posts: number };
  /** … while it is measured. */
  measured: { ms: number; posts: number };
}

const CONNECTIONS = 16;
const SHOWN = 30;
/** No work of the process. */
const IDLE = '(idle)';
/** Starts and stops the profile. */
const PROFILER = /\/bench\/profiler\.js$/;

/** Where the time of a process goes: the CPU profile of its main thread, summed up for each post. */
export const PROFILES: Readonly<
  Record<string, (surroundings: Surroundings, options: ProfileOptions) => Promise<Section[]>>
> = {
  /** Of the API, while posts are created. */
  async create(surroundings, options) {
    const seeded = await surroundings.seed('profile', 300);
    const api = await surroundings.service(seeded.databaseUrl, 'api', {}, profiled(surroundings));
    const shot = { ...restCreate(seeded), origin: api.address };
    return profileLoad(surroundings, api, shot, options);
  },
  /** Of the API, while pages of an account with 10,000 groups are listed. */
  async list(surroundings, options) {
    const seeded = await surroundings.seed('profile', 1);
    const [{ userId }] = seeded.people as [Person];
    await withSession(seeded.databaseUrl, (db) => growAccounts(db, [{ userId, groups: 10_000 }]));
    const api = await surroundings.service(seeded.databaseUrl, 'api', {}, profiled(surroundings));
    const shot = {
      path: '/api/v1/list-posts?page=1&limit=20',
      headers: headersInTurn(seeded.people),
      good: '"totalItems":10000,',
      origin: api.address,
    };
    return profileLoad(surroundings, api, shot, options);
  },
  /** Of the worker, while posts are published that are due over one second. */
  async publish(surroundings, { warmUp, measured }) {
    const accounts = await surroundings.accounts();
    const seeded = await surroundings.seed('profile', 40, { accounts });
    const { address } = await surroundings.sandbox();
    const service = await startPublishing(surroundings, seeded, { workerOptions: profiled(surroundings) });
    const publish = ({ posts }: { posts: number }) =>
      measureRun(service, address, 'profile', MEASURED_PLATFORMS, evenly(posts, 1_000));
    for (let n = 0; n < BURSTS; n += 1) await publish(warmUp);
    const sections = await profile(surroundings, service.worker, async () => {
      for (let n = 0; n < BURSTS; n += 1) await publish(measured);
      return BURSTS * measured.posts;
    });
    await service.stop();
    return sections;
  },
};

const BURSTS = 5;

/** Not the bundle: its files do not say which package a function is from. */
const profiled = ({ version }: Surroundings): ServiceOptions => ({
  hook: 'profiler',
  script: pathToFileURL(path.join(version.folder, '.build/src/main.js')),
});

/** Of an API under a load, which is stopped after that. */
async function profileLoad(
  surroundings: Surroundings,
  api: Child,
  shot: Parameters<typeof load>[0],
  { warmUp, measured }: ProfileOptions,
): Promise<Section[]> {
  await load(shot, CONNECTIONS, warmUp.ms);
  const sections = await profile(surroundings, api, async () => (await load(shot, CONNECTIONS, measured.ms)).requests);
  await api.stop();
  return sections;
}

/** `work` says how many posts it was. */
async function profile(surroundings: Surroundings, child: Child, work: () => Promise<number>): Promise<Section[]> {
  await child.ask('start');
  const posts = await work();
  const file = String(await child.ask('stop'));
  const profile: CpuProfile = JSON.parse(await readFile(file, 'utf8'));
  await rm(file);
  return summarizeProfile(profile, posts, surroundings.version.folder);
}

/**
 * The time of each package and folder with what Node does for it, the own time of functions, and the time of the service's
 * functions with what they call.
 */
function summarizeProfile(profile: CpuProfile, posts: number, folder: string): Section[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame, folder)]));
  const byPlace = new Map<string, number>();
  const byFunction = new Map<string, number>();
  const withCalls = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, ms: number) => sums.set(key, (sums.get(key) ?? 0) + ms);
  const isOfProfiler = (id: number | undefined): boolean =>
    id !== undefined && (PROFILER.test(nodes.get(id)?.callFrame.url ?? '') || isOfProfiler(parents.get(id)));
  /** Who had it done: the nearest caller that is no part of Node. */
  const groupOf = (id: number): string => {
    for (let up: number | undefined = id; up !== undefined; up = parents.get(up)) {
      const group = places.get(up)?.group;
      if (group) return group;
    }
    return 'Node';
  };
  let busyMs = 0;
  for (const [at, id] of profile.samples.entries()) {
    const ms = (profile.timeDeltas[at] ?? 0) / 1000;
    const frame = nodes.get(id)?.callFrame;
    const place = places.get(id);
    if (!frame || !place || frame.functionName === IDLE || isOfProfiler(id)) continue;
    busyMs += ms;
    add(byPlace, groupOf(id), ms);
    add(byFunction, place.name, ms);
    const seen = new Set<string>();
    for (let up: number | undefined = id; up !== undefined; up = parents.get(up)) {
      const one = places.get(up);
      // A function that calls itself counts once.
      if (!one?.isOwn || seen.has(one.name)) continue;
      seen.add(one.name);
      add(withCalls, one.name, ms);
    }
  }
  const section = (title: string, sums: Map<string, number>): Section => ({
    title,
    rows: top(sums, busyMs, posts),
    notes: [],
  });
  return [
    section(
      `Packages and folders, with what Node does for them: ${posts} posts, ${(busyMs / posts).toFixed(2)} ms each`,
      byPlace,
    ),
    section('Own time by function', byFunction),
    section('Functions of the service, with what they call until they first wait', withCalls),
  ];
}

const top = (sums: Map<string, number>, busyMs: number, posts: number): Row[] =>
  [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, ms]) => ({ name, figures: { 'ms/post': ms / posts, '%': (100 * ms) / busyMs } }));

/** What a function is called in a table, and the package or folder that it is from; none for what is Node's. */
function placeOf({ functionName, url, lineNumber }: CallFrame, folder: string) {
  const name = functionName || '(anonymous)';
  if (url === '') return { group: /^\((?!root|anonymous).+\)$/.test(name) ? name : undefined, name, isOwn: false };
  const file = url.replace(pathToFileURL(folder).href, '').replace(/^\//, '');
  const at = `${name} ${file}:${lineNumber + 1}`;
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  if (packageName) return { group: packageName, name: at, isOwn: false };
  if (url.startsWith('node:')) return { group: undefined, name: at, isOwn: false };
  return { group: path.dirname(file.replace('.build/', '')), name: at, isOwn: true };
}
