import { setTimeout as sleep } from 'node:timers/promises';
import { count, until, untilEnded } from '../counting.js';
import { secondsUntilItWorks } from '../load.js';
import { type Author, makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, serverOf, sized } from '../scenario.js';
import type { DatabaseServer } from '../server.js';
import { missed, type Subscriber, subscribe } from '../subscriber.js';

/** Three groups each, all of which one author's subscriber follows over one socket. */
const SETS_PER_SOCKET = 5;

const AWAY_MS = 1_500;
const BETWEEN_MS = 4_000;

interface Crashes extends Pick<Scenario, 'name' | 'title' | 'needsNodes'> {
  /** The name of its row. */
  row: string;
  /** Resolves when what has crashed is there again. */
  crash(server: DatabaseServer, round: number): Promise<void>;
}

/** Something crashes and restarts, under load, while clients follow the posts over web sockets. */
const crashing = ({ row, crash, ...scenario }: Crashes): Scenario => ({
  ...scenario,
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      const server = serverOf(stage);
      const crashes = sized(stage, { full: 5, quick: 2, small: 1 });
      const sets = sized(stage, { full: 15, quick: 5, small: 2 });
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const posts: Post[] = [];
      let author: Author | undefined;
      const subscribers: Subscriber[] = [];
      // Due all along the crashes, so that something happens at each.
      const first = Date.now() + 5_000 + sets * 2_000;
      const spread = (crashes * (AWAY_MS + BETWEEN_MS)) / sets;
      for (let set = 0; set < sets; set++) {
        if (set % SETS_PER_SOCKET === 0) {
          author = await makeAuthor(world);
          subscribers.push(subscribe(world, author.account));
        }
        const made = (await author?.post('simple', new Date(first + set * spread))) ?? [];
        posts.push(...made);
        for (const groupId of new Set(made.map((post) => post.groupId))) subscribers.at(-1)?.follow(groupId);
      }
      await sleep(Math.max(0, first - Date.now()));
      for (let round = 0; round < crashes; round++) {
        await sleep(BETWEEN_MS);
        stage.say(`crash ${round + 1}`);
        await crash(server, round);
      }
      const recoverySeconds = await secondsUntilItWorks(world, posts);
      await untilEnded(world, posts, 90_000);
      await until(async () => (await missed(world, subscribers)).length === 0, 10_000);
      const problems = await missed(world, subscribers);
      for (const subscriber of subscribers) subscriber.close();
      return rowOf(row, await count(world, posts), { recoverySeconds, problems });
    }),
});

export const postgresCrashes = crashing({
  name: 'postgres-crashes',
  title: 'Postgres is restarted (immediate) several times under load; subscribers follow every group',
  row: 'Postgres crashes',
  crash: (server) => server.crash(AWAY_MS),
});

export const nodeCrashes = crashing({
  name: 'node-crashes',
  title: 'Worker nodes are killed (SIGKILL) and restarted in turn under load; subscribers follow every group',
  row: 'worker nodes killed',
  needsNodes: true,
  crash: async ({ nodes }, round) => nodes[round % nodes.length]?.crash(AWAY_MS),
});

export const nodeRestarts = crashing({
  name: 'node-restarts',
  title: 'Worker nodes are restarted in order, one right after the other, under load; subscribers follow every group',
  row: 'worker nodes restarted',
  needsNodes: true,
  async crash({ nodes }) {
    for (const node of nodes) await node.restart();
  },
});
