/** Clients that list what they have just posted, over every API, and the servers that answered the lists of the APIs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../faults/counting.js';
import { call, makeAuthor, type Post } from '../faults/posting.js';
import type { World } from '../faults/world.js';
import type { TestAccount } from '../support/account.js';
import type { Service } from '../support/service.js';

/** An API of the load. */
export interface Api {
  name: string;
  world: World;
  /** As it runs now; undefined while it is replaced. */
  service(): Service | undefined;
}

/** What came of the lists of a fault. */
export interface Lists {
  /** Statements of lists that replicas answered to the APIs; the one that a process ends with may be missing. */
  fromReplicas: number;
  /** Those that the primary answered, for lists and for what mutations return. */
  fromPrimary: number;
  /** Lists that were compared with what was stored before they were asked for. */
  compared: number;
  /** Of these, lists that lacked something. */
  stale: number;
}

export interface Reader {
  /** What was accepted so far. */
  posts: Post[];
  /** What a list must not be. */
  problems: string[];
  lists: Lists;
  /** Once each API reads from a replica again, within a limit. */
  stop(): Promise<void>;
}

/** Until an API reads from a replica again, which it does about a second after the account's last change. */
const WITHIN_MS = 60_000;
/** The latest groups, with which lists are compared. */
const KEPT = 20;
/** Lists of each API after each post: the first ones come from the primary, the later ones from a replica. */
const LISTS = 12;
const EVERY_MS = 300;

/**
 * An account for each API posts over it again and again, and lists over all of them. What is not answered is left: an API
 * has to ask the primary who is calling.
 */
export async function startReader(apis: readonly Api[]): Promise<Reader> {
  const answered = countAnswered(apis);
  await answered.update();
  const before = answered.totals();
  let isOver = false;

  /** Posts over one API, and compares what all of them list with what the database had before. */
  async function run({ world }: Api): Promise<void> {
    const author = await makeAuthor(world);
    let groups: string[] = [];
    while (!isOver) {
      const posts = await author.post('simple', new Date(), ['fediverse']).catch(() => []);
      reader.posts.push(...posts);
      groups = [...groups, ...posts.map(({ groupId }) => groupId)].slice(-KEPT);
      for (let times = 0; times < LISTS && !isOver; times += 1) {
        await Promise.allSettled(apis.map((api) => compare(api, author.account, groups)));
        await sleep(EVERY_MS);
      }
    }
  }

  async function compare({ name, world }: Api, account: TestAccount, groups: readonly string[]): Promise<void> {
    const published = await world.db.query<{ id: string }>(
      `SELECT id FROM post_groups WHERE id = ANY($1) AND status = 'published'`,
      [groups],
    );
    const { posts } = await call<{ posts: { postGroupId: string; status: string }[] }>(
      world,
      account,
      'GET',
      '/list-posts?limit=100',
    );
    const shown = new Map(posts.map(({ postGroupId, status }) => [postGroupId, status]));
    const lacking = [
      ...groups.filter((id) => !shown.has(id)).map((id) => `${id} is missing`),
      ...published
        .filter(({ id }) => shown.has(id) && shown.get(id) !== 'published')
        .map(({ id }) => `${id} is ${shown.get(id)}, not published`),
    ];
    reader.lists.compared += 1;
    if (lacking.length === 0) return;
    reader.lists.stale += 1;
    reader.problems.push(`a stale list of ${name}: ${lacking.join(', ')}`);
  }

  async function watch(): Promise<void> {
    for (; !isOver; await sleep(EVERY_MS)) await answered.update();
  }

  const reader: Reader = {
    posts: [],
    problems: [],
    lists: { fromReplicas: 0, fromPrimary: 0, compared: 0, stale: 0 },
    async stop() {
      for (const { name, service } of apis) {
        const { replica } = answered.of(service());
        if (!(await until(() => answered.of(service()).replica > replica, WITHIN_MS)))
          reader.problems.push(`${name} reads no list from a replica any more`);
      }
      isOver = true;
      await running;
      const after = answered.totals();
      reader.lists.fromReplicas = after.replica - before.replica;
      reader.lists.fromPrimary = after.primary - before.primary;
    },
  };
  const running = Promise.all([...apis.map(run), watch()]);
  return reader;
}

interface Answered {
  replica: number;
  primary: number;
}

const NONE: Answered = { replica: 0, primary: 0 };

/** The statements of lists that each server answered, as the processes' metrics have them; those that have ended count, too. */
function countAnswered(apis: readonly Api[]) {
  const processes = new Map<number, Answered>();
  const of = (service: Service | undefined) => processes.get(service?.pid ?? 0) ?? NONE;
  return {
    of,
    async update() {
      for (const { service } of apis) {
        const current = service();
        const now = current && (await read(current).catch(() => undefined));
        if (current && now) processes.set(current.pid, now);
      }
    },
    totals(): Answered {
      const all = [...processes.values()];
      const sum = (server: keyof Answered) => all.reduce((total, counts) => total + counts[server], 0);
      return { replica: sum('replica'), primary: sum('primary') };
    },
  };
}

async function read({ output }: Service): Promise<Answered | undefined> {
  const line = output.find((one) => one.includes('"msg":"Serving metrics"'));
  if (line === undefined) return undefined;
  const answer = await fetch(`http://127.0.0.1:${JSON.parse(line).port}/metrics`, {
    signal: AbortSignal.timeout(2_000),
  });
  const text = await answer.text();
  const count = (server: string) =>
    Number(new RegExp(`^database_list_reads_total\\{server="${server}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { replica: count('replica'), primary: count('primary') + count('primary_after_replica') };
}
