import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { SandboxAccount, SandboxPlatform } from '../sandbox/types.js';
import { toPlatformId } from '../src/domain/accounts/platform-id.js';
import { MAX_TARGETS } from '../src/domain/posts/state/post-bounds.js';
import { findEmbeddedPostgres, serviceDatabase } from '../src/local/postgres.js';
import { platformRules } from '../src/platforms/rules-registry.js';
import { type Child, startChild, startLocal, startService } from './child.js';
import { startProbe } from './probe.js';
import { processUsage } from './process-usage.js';
import type { Row, Section } from './report.js';
import { createDatabase, type Person, seedDrafts, seedPeople } from './seed.js';
import { max, percentile } from './statistics.js';
import { startSubscribers } from './subscribers.js';
import { makeAccount, type Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';
import { ALL_DRAFTS, type Caller, attacks as every } from './worst-requests.js';

export interface LimitsOptions {
  /** How long each kind of request is sent, and then all of them together. */
  forMs: number;
  /** Requests of one kind that are under way at the same time. */
  callers: number;
  /** Groups that each account has. */
  drafts: number;
  /** Part of the names of the attacks; all of them where it is left out. */
  only?: string | undefined;
}

/** A deployment of the service, with a separate database that has the accounts. */
export interface Deployment {
  title: string;
  /** The API first. */
  processes: Record<string, Child>;
  databaseUrl: string;
}

/** A request that is not answered by then is given up, so that the bench ends. */
const PATIENCE_MS = 10_000;

/** How often memory is sampled. */
const SAMPLE_MS = 50;

export const limits = makeTopic<LimitsOptions>({
  about: 'memory and latency under the worst requests that one account may send; --only <part of a name>',
  isComparable: false,
  sizes: {
    full: { forMs: 2_000, callers: 20, drafts: 120 },
    quick: { forMs: 500, callers: 4, drafts: 120 },
  },
  start: async (surroundings, options) => ({
    round: () => measureBoth(surroundings, { ...options, only: surroundings.only }),
    stop: async () => undefined,
  }),
});

/** Once as `npm start` runs the service, and once with a process for each role. */
async function measureBoth(surroundings: Surroundings, options: LimitsOptions): Promise<Section[]> {
  const { say } = surroundings;
  const sections: Section[] = [];
  const { sandboxUrl, ...allInOne } = await startAllInOne(await surroundings.folder());
  sections.push(await measureLimits(allInOne, await makeTextAccounts(sandboxUrl), options, say));
  const split = await startSplit((await surroundings.server()).url, await surroundings.folder());
  const { address } = await surroundings.sandbox();
  sections.push(await measureLimits(split, await makeTextAccounts(address), options, say));
  return sections;
}

/** Those that publish a text alone. */
const TEXT_PLATFORMS = Object.entries(platformRules).flatMap(([key, { media }]) =>
  media.requires ? [] : [key as SandboxPlatform],
);

/** As many as a group may have targets. */
const makeTextAccounts = (sandboxUrl: string): Promise<SandboxAccount[]> =>
  Promise.all(
    Array.from({ length: MAX_TARGETS }, (_, index) =>
      makeAccount(sandboxUrl, TEXT_PLATFORMS[index % TEXT_PLATFORMS.length] as SandboxPlatform),
    ),
  );

/** All in one process; the accounts have to be of its sandbox. */
async function startAllInOne(dataDir: string): Promise<Deployment & { sandboxUrl: string }> {
  const child = await startLocal(dataDir);
  const databaseUrl = await findEmbeddedPostgres(serviceDatabase(dataDir));
  if (!databaseUrl) throw new Error(`There is no database in ${dataDir}`);
  const { sandboxUrl } = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  return { title: 'all in one process, as npm start runs it', processes: { all: child }, databaseUrl, sandboxUrl };
}

/** Starts each role in a separate process. */
async function startSplit(server: string, dataDir: string): Promise<Deployment> {
  const databaseUrl = await createDatabase(server, 'limits');
  const env = { DATA_DIR: dataDir };
  const api = await startService(databaseUrl, 'api', env, { hook: 'turn-meter' });
  const worker = await startService(databaseUrl, 'worker', env, { hook: 'turn-meter' });
  return { title: 'API and worker, a process each', processes: { API: api, worker }, databaseUrl };
}

/**
 * What the worst requests of one account do to a deployment: memory, and how late a health probe is answered meanwhile.
 * Each kind is another account's, so that none finds the points of its limit used up.
 */
async function measureLimits(
  { title, processes, databaseUrl }: Deployment,
  accounts: SandboxAccount[],
  { forMs, callers, drafts: count, only = '' }: LimitsOptions,
  say: (line: string) => void,
): Promise<Section> {
  const attacks = every.filter(({ name }) => name.includes(only));
  const [api] = Object.values(processes);
  if (!api) throw new Error('A deployment has an API');
  const { people } = await seedPeople(databaseUrl, accounts, attacks.length + 1);
  const targets = accounts.map(({ platform, accountId }) => toPlatformId(platform, accountId));
  const idle = await startChild({
    script: new URL('./idle-server.js', import.meta.url),
    ready: /"msg":"Listening on ([^"]+)"/,
  });
  const probe = startProbe([`${api.address}/health/live`, idle.address]);
  const pool = new Pool(api.address, { connections: 100, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
  const callerWith = async (person: Person | undefined, content: string | undefined): Promise<Caller> => {
    if (!person) throw new Error('There are too few accounts');
    const groupIds = content ? await seedDrafts(databaseUrl, person, { count, content, targets }) : [];
    return { pool, apiKey: person.apiKey, targets, groupIds };
  };
  const rows: Row[] = [];
  const longestTurns = () => Promise.all(Object.values(processes).map((child) => child.ask('take').then(Number)));
  const named = (figure: string, values: number[]) =>
    Object.fromEntries(Object.keys(processes).map((process, index) => [`${process}: ${figure}`, values[index] ?? 0]));

  const measure = async (name: string, load: (until: number, seen: Record<string, number>) => Promise<unknown>) => {
    const seen: Record<string, number> = {};
    await Promise.all([probe.take(), longestTurns()]);
    const peaks = watchMemory(Object.values(processes));
    await load(performance.now() + forMs, seen);
    const memory = await peaks();
    const [health = [], floor = []] = await probe.take();
    const turns = await longestTurns();
    const answers = Object.entries(seen).map(([label, count]) => `${count} × ${label}`);
    const figures = {
      'live p99 ms': percentile(health, 0.99),
      'live max ms': max(health),
      'idle server max ms': max(floor),
      ...named('longest turn, CPU ms', turns),
      ...named('peak MiB', memory),
      answers: answers.join(', '),
    };
    rows.push({ name, figures });
    // An interrupted run has reported something.
    say(`limits: ${name}: ${JSON.stringify(figures)}`);
  };

  await measure('nothing', () => pause(forMs));
  for (const [index, { name, send, drafts, ...attack }] of attacks.entries()) {
    const caller = await callerWith(people[index], drafts);
    await measure(name, (until, seen) =>
      repeat(attack.callers ?? callers, until, seen, (number) => send(caller, number)),
    );
  }
  const caller = await callerWith(people.at(-1), ALL_DRAFTS);
  const subscribers = startSubscribers(api.address, caller.apiKey, 20, 20);
  await measure('all of these at once, and 400 subscriptions', async (until, seen) => {
    await Promise.all(attacks.map(({ send }) => repeat(callers / 4, until, seen, (number) => send(caller, number))));
    Object.assign(seen, subscribers.seen);
  });
  await subscribers.stop();
  await measure('nothing, after that', () => pause(forMs));

  await probe.stop();
  await pool.destroy();
  await Promise.all([idle, ...Object.values(processes)].map((child) => child.stop()));
  return {
    title: `The worst requests that one account may send: ${title}`,
    rows,
    notes: [`${callers} requests at a time, ${forMs / 1000} s of each kind, then ${callers / 4} of each together.`],
  };
}

/** Keeps requests under way until a time; what came of each is counted. */
async function repeat(
  callers: number,
  until: number,
  seen: Record<string, number>,
  send: (number: number) => Promise<string>,
): Promise<void> {
  let number = 0;
  const caller = async () => {
    while (performance.now() < until) {
      const label = await send(number++).catch((error) => `failed: ${error.code ?? error.message}`);
      seen[label] = (seen[label] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** Starts to sample the memory of processes; the returned function ends that and returns the peaks, in MiB. */
function watchMemory(children: readonly Child[]): () => Promise<number[]> {
  const peaks = children.map(() => 0);
  const sample = () =>
    Promise.all(
      children.map(async ({ pid }, index) => {
        const usage = await processUsage(pid).catch(() => undefined);
        peaks[index] = Math.max(peaks[index] ?? 0, usage?.rssMiB ?? 0);
      }),
    );
  const timer = setInterval(sample, SAMPLE_MS);
  return async () => {
    clearInterval(timer);
    await sample();
    return peaks;
  };
}
