import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, type TestAccount } from '../../support/account.js';
import { count, untilEnded } from '../counting.js';
import { startLoad } from '../load.js';
import { inWorld, type Row, rowOf, type Scenario, type Stage, sized } from '../scenario.js';
import type { World } from '../world.js';

const CLIENTS = 8;

interface Tally {
  created: string[];
  /** Requests whose connection broke before they were answered. */
  resets: number;
  /** Answers that were neither the group nor a refusal to connect. */
  others: string[];
}

/** One create over a connection that is kept; `over`: the server has stopped listening. */
function create(
  agent: Agent,
  world: World,
  { apiKey }: TestAccount,
  platformId: string,
  tally: Tally,
): Promise<'over' | 'on'> {
  return new Promise((resolve) => {
    const sent = request(`${world.apiUrl}/api/v1/create-post`, {
      method: 'POST',
      agent,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      timeout: 15_000,
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 15 s')));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('over');
      tally.resets += 1;
      resolve('on');
    });
    sent.on('response', async (answer) => {
      try {
        let body = '';
        answer.setEncoding('utf8');
        for await (const chunk of answer) body += chunk;
        if (answer.statusCode === 200) tally.created.push(JSON.parse(body).postGroupId);
        else tally.others.push(`${answer.statusCode}: ${body.slice(0, 100)}`);
      } catch {
        tally.resets += 1;
      }
      resolve('on');
    });
    sent.end(JSON.stringify({ content: 'A draft', platforms: [platformId] }));
  });
}

/** SIGTERM of the API while clients with kept connections create drafts: what is in is answered. */
const stopApi = (stage: Stage): Promise<Row> =>
  inWorld(stage, {}, async (world) => {
    const rounds = sized(stage, { full: 8, quick: 3, small: 1 });
    const tally: Tally = { created: [], resets: 0, others: [] };
    const userIds: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
      const clients = Array.from({ length: CLIENTS }, async () => {
        const account = await createAccount(world.db);
        userIds.push(account.userId);
        const platformId = await account.connect(world.accounts.create('fediverse'));
        while ((await create(agent, world, account, platformId, tally)) === 'on');
      });
      await sleep(1_000 + Math.random() * 1_000);
      const [api] = world.members;
      if (api) await world.end(api, 'stop');
      await Promise.all(clients);
      agent.destroy();
      await world.startApi();
    }
    const groups = await world.db.query<{ id: string }>('SELECT id FROM post_groups WHERE user_id = ANY($1)', [
      userIds,
    ]);
    const stored = new Set(groups.map(({ id }) => id));
    const lost = tally.created.filter((id) => !stored.has(id)).length;
    const unanswered = stored.size - (tally.created.length - lost);
    const problems = [...new Set(tally.others)];
    if (tally.resets > 0) problems.push(`${tally.resets} requests were reset`);
    if (unanswered > 0) problems.push(`${unanswered} groups were created without a 200`);
    stage.say(`${tally.created.length} creates, ${tally.resets} resets`);
    const counted = { ...(await count(world, [])), posts: tally.created.length, lost };
    return rowOf('API stopped under load', counted, { problems });
  });

/** SIGTERM of workers under load: what they have under way is finished, or handed on. */
const stopWorkers = (stage: Stage): Promise<Row> =>
  inWorld(stage, {}, async (world) => {
    const rounds = sized(stage, { full: 6, quick: 2, small: 1 });
    const workers = [await world.startWorker('worker 1'), await world.startWorker('worker 2')];
    const load = await startLoad(world, { everyMs: 500 });
    for (let round = 0; round < rounds; round++) {
      await sleep(1_500 + Math.random() * 1_500);
      const leaving = workers.shift();
      if (leaving) await world.end(leaving, 'stop');
      workers.push(await world.startWorker(`worker ${round + 3}`));
    }
    await load.stop();
    await untilEnded(world, load.posts, 60_000);
    return rowOf('workers stopped under load', await count(world, load.posts, { canBeUnknown: false }));
  });

export const shutdown: Scenario = {
  name: 'shutdown',
  title: 'SIGTERM of the API under requests over kept connections, and of workers under load',
  run: async (stage) => [await stopApi(stage), await stopWorkers(stage)],
};
