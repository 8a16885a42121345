/**
 * Two pods behind HAProxy with a directory, under load: `npm run test:pods [-- --quick --faults --moves]`. First one of the
 * pods and the directory fail, then accounts move; `--faults` or `--moves`: only that. Posts are counted at the platforms.
 * Prints a table, and ends with 1 when a row is not good.
 *
 * Needs HAProxy (Debian: `apt-get install haproxy`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { servePod } from '../../src/foundation/pod.js';
import { openDirectory } from '../../src/pods/directory.js';
import { count, until, untilEnded } from '../faults/counting.js';
import { type Load, secondsUntilItWorks, startLoad } from '../faults/load.js';
import { startFaultPostgres } from '../faults/postgres.js';
import type { Post } from '../faults/posting.js';
import { table } from '../faults/report.js';
import { isGood, type Row, rowOf } from '../faults/scenario.js';
import { freePort, openWorld, type World } from '../faults/world.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { endDescendants } from '../support/descendants.js';
import { runMoves } from './moves.js';
import { hasHaproxy, NO_HAPROXY, startRouter } from './router.js';

const PODS = ['00', '01'] as const;
const WORKERS = ['worker 1', 'worker 2'];
/** Slow enough that a pod without faults is on time, on one machine with the other one. */
const EVERY_MS = 4_000;
/** From creation to due time: uploads must not count as late publishing. */
const AHEAD_MS = 10_000;
const AWAY_MS = 5_000;
/** Its processes start again and again, and must not take the processor from the other pod, which has a separate machine in production. */
const FAULTY_NICENESS = 10;
/** How late a post of the pod without faults may be; `--quick` shows only whether everything runs. */
const MOST_LATE_SECONDS = 1;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    moves: { type: 'boolean', default: false },
  },
});
const { directoryAwayMs, betweenMs, most, moving } = values.quick
  ? { directoryAwayMs: 10_000, betweenMs: 2_000, most: 150, moving: { accounts: 2, forMs: 30_000 } }
  : { directoryAwayMs: 60_000, betweenMs: 30_000, most: 1_500, moving: { accounts: 20, forMs: 1_200_000 } };

if (!hasHaproxy) {
  process.stderr.write(`${NO_HAPROXY}\n`);
  process.exit(2);
}

const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

interface Pod {
  pod: string;
  server: Awaited<ReturnType<typeof startFaultPostgres>>;
  /** Its clients reach it through the router. */
  world: World;
}

/** Accounts and keys that are made meanwhile are those of a pod. */
async function as<T>(pod: string, work: () => Promise<T>): Promise<T> {
  servePod(pod);
  try {
    return await work();
  } finally {
    servePod(PODS[0]);
  }
}

const directoryServer = await startFaultPostgres();
endDescendants(directoryServer.stop);
const directoryDb = await directoryServer.createDatabase();
const directoryProxy = await startDatabaseProxy(directoryDb.url);
const routerPort = await freePort();
const routerUrl = `http://127.0.0.1:${routerPort}`;

async function openPod(pod: string, platformsOf?: World): Promise<Pod> {
  const directory = openDirectory(directoryProxy.url, { pod, log: pino({ level: 'silent' }) });
  await directory.addPod(1);
  await directory.close();
  const niceness = platformsOf ? FAULTY_NICENESS : 0;
  const server = await startFaultPostgres({ niceness });
  endDescendants(server.stop);
  const env = { POD: pod, DIRECTORY_URL: directoryProxy.url, PUBLIC_URL: routerUrl, TRUSTED_PROXIES: '1' };
  const world = await openWorld({
    db: await server.createDatabase(),
    databasePort: server.port,
    env,
    platformsOf,
    niceness,
  });
  for (const name of WORKERS) await world.startWorker(name);
  return { pod, server, world };
}

/** The code with which somebody without an account cannot sign in. */
async function signInCode(): Promise<string> {
  const input = { email: 'nobody@example.com', password: 'correct horse battery' };
  const response = await fetch(`${routerUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }',
      variables: { input },
    }),
  });
  const { errors } = await response.json();
  return `${response.status} ${errors?.[0]?.extensions.code}`;
}

const first = await openPod(PODS[0]);
const opened = [first, await openPod(PODS[1], first.world)];
const router = await startRouter(
  opened.map(({ pod, world }) => ({ pod, url: world.apiUrl })),
  { port: routerPort },
);
const pods: Pod[] = [];
const rows: Row[] = [];
for (const one of opened) {
  const world = { ...one.world, apiUrl: routerUrl };
  pods.push({ ...one, world });
}
const [healthy, faulty] = pods as [Pod, Pod];
const problems: string[] = [];

/** Workers after the API: platforms fetch files from it, through the router. */
async function startFaulty(): Promise<void> {
  await faulty.world.startApi();
  const answers = async () => (await fetch(`${routerUrl}/health/live?pod=${faulty.pod}`)).ok;
  if (!(await until(answers, 30_000))) problems.push('the router did not find an API that was back');
  for (const name of WORKERS) await faulty.world.startWorker(name);
}

/** Posts that show that the faulty pod works again. */
const probes: Post[] = [];

/** Waits until the faulty pod publishes again. */
async function recovered(): Promise<void> {
  const seconds = await as(faulty.pod, () => secondsUntilItWorks(faulty.world, probes));
  say(seconds === null ? '  it does not work again' : `  works again after ${seconds.toFixed(1)} s`);
  if (seconds === null) problems.push('a pod did not work again after a fault');
  await sleep(betweenMs);
}

async function runFaults(): Promise<void> {
  await sleep(betweenMs);
  say(`the Postgres of pod ${faulty.pod} crashes`);
  await faulty.server.crash(AWAY_MS);
  await recovered();

  say(`every process of pod ${faulty.pod} is killed`);
  for (const member of [...faulty.world.members]) await faulty.world.end(member, 'kill');
  await sleep(AWAY_MS);
  await startFaulty();
  await recovered();

  say('the directory is away');
  directoryProxy.refuse();
  const isRefused = await until(async () => (await signInCode()) === '503 DIRECTORY_UNAVAILABLE', directoryAwayMs);
  if (!isRefused) problems.push('a sign-in was not refused while the directory was away');
  await sleep(directoryAwayMs);
  directoryProxy.restore();
  const isBack = await until(async () => (await signInCode()) === '200 SIGN_IN_FAILED', 30_000, 500);
  if (!isBack) problems.push('sign-in failed after the directory was back');
  await recovered();

  say(`every process of pod ${faulty.pod} is replaced, as by an upgrade`);
  for (const member of [...faulty.world.members].reverse()) await faulty.world.end(member, 'stop');
  await startFaulty();
  await recovered();
}

/** What became of a pod's load, and how late it was. */
async function countLoad({ pod, world }: Pod, load: Load): Promise<Row> {
  await load.stop();
  const posts = pod === faulty.pod ? [...load.posts, ...probes] : load.posts;
  await untilEnded(world, posts, 90_000);
  const counted = await count(world, posts);
  const found = [...world.problems];
  if (!values.quick && pod === healthy.pod && counted.latestSeconds > MOST_LATE_SECONDS) {
    found.push(`a post of the pod without faults was ${counted.latestSeconds.toFixed(1)} s late`);
  }
  const about = pod === healthy.pod ? 'without faults' : 'with faults';
  say(`pod ${pod}: ${load.refused} rounds of creates were refused`);
  return rowOf(`pod ${pod}, ${about}`, counted, { problems: found });
}

if (values.faults || !values.moves) {
  const start = ({ pod, world }: Pod) =>
    as(pod, () => startLoad(world, { everyMs: EVERY_MS, aheadMs: AHEAD_MS, most, isAlone: true }));
  const loads = [await start(healthy), await start(faulty)] as const;
  await runFaults();
  rows.push(await countLoad(healthy, loads[0]), await countLoad(faulty, loads[1]));
}
if (values.moves || !values.faults) {
  const places = [healthy, faulty] as const;
  rows.push(await runMoves({ places, router, directoryUrl: directoryProxy.url, ...moving, as, say }));
}
await router.close();
// The platforms are those of the first.
for (const { world, server } of pods.toReversed()) {
  await world.close();
  await server.stop();
}
await directoryProxy.close();
await directoryServer.stop();

for (const problem of [...problems, ...rows.flatMap((row) => row.problems)]) say(problem);
process.stdout.write(`\n${table(rows)}\n`);
process.exit(problems.length === 0 && rows.every(isGood) ? 0 : 1);
