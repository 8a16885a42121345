/** Accounts that move between two pods under load, with the command killed at every step. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { count, untilEnded } from '../faults/counting.js';
import { type Kind, makeAuthor, type Post } from '../faults/posting.js';
import { type Row, rowOf, sum } from '../faults/scenario.js';
import type { World } from '../faults/world.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { MACHINE_ENV } from '../support/machine-env.js';
import { startReceiver } from '../webhooks/support.js';
import type { Router } from './router.js';

const ADMIN = path.resolve('.build/service/admin-main.js');
/** What a move reports, in order. */
const STEPS = ['parked', 'quiet', 'copied', 'verified', 'decided', 'in use', 'ended', 'routers', 'removed'];
const POSTED: readonly (readonly [Kind, ...Post['platform'][]])[] = [
  ['simple', 'fediverse', 'messenger'],
  ['thread', 'microblog', 'threadtalk'],
  ['image', 'pinboard'],
];
/** At most so many posts of each kind are made for an account, and of those with a file a third: each is inspected. */
const MOST_ROUNDS = 45;
const LEAST_BETWEEN_MS = 4_000;

export interface MovingPlace {
  pod: string;
  world: World;
}

interface Needs {
  places: readonly [MovingPlace, MovingPlace];
  router: Router;
  directoryUrl: string;
  accounts: number;
  /** How long posts of an account fall due. */
  forMs: number;
  /** What is made meanwhile is of a pod. */
  as<T>(pod: string, work: () => Promise<T>): Promise<T>;
  say: (line: string) => void;
}

/** Moves accounts to the other pod and back, while their posts fall due, and counts these at the platforms. */
export async function runMoves(needs: Needs): Promise<Row> {
  const { places, router, accounts, forMs, say } = needs;
  await Promise.all(places.map((place) => writeConfig(needs, place)));
  const receiver = await startReceiver();
  const problems: string[] = [];
  const moving: { userId: string; posts: Post[]; at: number }[] = [];
  for (let index = 0; index < accounts; index += 1) {
    const at = index % places.length;
    const { pod, world } = places[at] as MovingPlace;
    const { account, posts } = await needs.as(pod, () => newAuthor(world, { forMs, hook: receiver.url }));
    moving.push({ userId: account.userId, posts, at });
  }
  say(`${accounts} accounts move to and fro with ${moving.flatMap(({ posts }) => posts).length} posts`);
  let kills = 0;
  for (const direction of ['to', 'fro']) {
    for (const one of moving) {
      const [from, to] = [places[one.at], places[1 - one.at]] as [MovingPlace, MovingPlace];
      for (const step of STEPS) if ((await run(router, from.pod, to.pod, one.userId, step)) === 'killed') kills += 1;
      const ending = await run(router, from.pod, to.pod, one.userId);
      // The last kill may have come after the last step.
      if (ending !== 'done' && !/has moved already|has no account/.test(ending))
        problems.push(`a move failed: ${ending}`);
      one.at = 1 - one.at;
    }
    say(`  moved ${direction}`);
  }
  say(`  the command was killed ${kills} times`);

  const counts = [];
  for (const { posts, at, userId } of moving) {
    const { world } = places[at] as MovingPlace;
    await untilEnded(world, posts, 90_000);
    counts.push(await count(world, posts));
    const waiting = await world.db.query(
      `SELECT id FROM webhook_deliveries WHERE user_id = $1 AND status NOT IN ('delivered', 'skipped')`,
      [userId],
    );
    if (waiting.length > 0) problems.push(`${waiting.length} deliveries of a moved account were not delivered`);
    const left = await (places[1 - at] as MovingPlace).world.db.query('SELECT id FROM post_groups WHERE user_id = $1', [
      userId,
    ]);
    if (left.length > 0) problems.push(`${left.length} posts of a moved account were left behind`);
  }
  await receiver.close();
  return rowOf('accounts that move, killed at every step', sum(counts), { problems });
}

async function newAuthor(world: World, { forMs, hook }: { forMs: number; hook: string }) {
  const author = await makeAuthor(world, { isAlone: true });
  const { account } = author;
  await fetch(`${world.apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': account.apiKey },
    body: JSON.stringify({
      query: 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }',
      variables: { input: { name: 'all', url: hook, events: ['POST_PUBLISHED'] } },
    }),
  });
  const posts: Post[] = [];
  const began = Date.now();
  const rounds = Math.min(MOST_ROUNDS, Math.floor(forMs / LEAST_BETWEEN_MS));
  for (let round = 0; round < rounds; round += 1) {
    const at = 5_000 + (round * (forMs - 5_000)) / rounds;
    for (const [kind, ...platforms] of POSTED) {
      if (kind === 'image' && round % 3 > 0) continue;
      // What the API does not accept is left: no other post shares its accounts.
      posts.push(...(await author.post(kind, new Date(began + at), platforms).catch(() => [])));
    }
  }
  return { account, posts };
}

async function writeConfig({ router, directoryUrl }: Needs, { pod, world }: MovingPlace): Promise<void> {
  const config = {
    POD: pod,
    DATABASE_URL: world.db.url,
    DIRECTORY_URL: directoryUrl,
    PUBLIC_URL: router.url,
    DATA_DIR: world.dataDir,
    ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
    LOG_LEVEL: 'error',
  };
  const lines = Object.entries(config).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path.join(router.folder, `${pod}.env`), lines.join(''));
}

/** Runs the command, and kills it once it has reported a step. What it said, if it failed. */
async function run(router: Router, from: string, to: string, userId: string, step?: string): Promise<string> {
  const place = ['--router', router.folder, '--socket', router.socket];
  const args = ['pods', 'move', userId, '--to', to, '--pods', router.folder, '--settle', '1', ...place];
  const child: ChildProcess = spawn(process.execPath, [ADMIN, ...args], {
    env: { ...MACHINE_ENV, CONFIG_FILE: path.join(router.folder, `${from}.env`) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  if (child.stderr) {
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      if (step !== undefined && line.startsWith(step)) child.kill('SIGKILL');
    });
  }
  const [code, signal] = await once(child, 'close');
  if (signal !== null) return 'killed';
  return code === 0 ? 'done' : said.join(' ');
}
