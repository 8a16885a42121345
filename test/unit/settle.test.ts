import { setImmediate as turn } from 'node:timers/promises';
import { makeSettle } from '../../src/foundation/database/citus.js';
import { currentShard } from '../../src/foundation/database/shard.js';
import type { Db } from '../../src/foundation/database/unit-of-work.js';

const NODES = new Map([
  ['accounts_1', 'one:5432'],
  ['accounts_2', 'two:5432'],
  ['accounts_3', 'two:5432'],
]);

/** Nodes that answer what they have prepared, by the shard that asks. */
function nodesThat(answer: (shard: string) => string[] | Promise<string[]>) {
  const asked: string[] = [];
  const query = async () => {
    const shard = currentShard() ?? '';
    asked.push(shard);
    return (await answer(shard)).map((gid) => ({ gid }));
  };
  return { asked, settle: makeSettle({ query } as unknown as Db, NODES) };
}

test('what was committed has settled once none of the transactions is left that were prepared at the time of the call', async () => {
  const prepared = [['citus_1', 'citus_2'], ['citus_2', 'citus_3'], ['citus_3']];
  const { asked, settle } = nodesThat(() => prepared.shift() ?? []);
  await settle('accounts_1');
  expect(asked).toHaveLength(3);
});

test('shards of one node are asked about once', async () => {
  const { asked, settle } = nodesThat(() => []);
  await Promise.all([...NODES.keys()].map(settle));
  expect(asked.map((shard) => NODES.get(shard))).toEqual(['one:5432', 'two:5432']);
});

test('a node that does not answer holds up no other', async () => {
  const { settle } = nodesThat((shard) => (shard === 'accounts_1' ? new Promise(() => undefined) : []));
  void settle('accounts_1');
  await settle('accounts_2');
});

test('calls during an answer share the next question, which is asked after them', async () => {
  const answers: ((gids: string[]) => void)[] = [];
  const { asked, settle } = nodesThat(() => new Promise((resolve) => answers.push(resolve)));
  const first = settle('accounts_1');
  await turn();
  await turn();
  const others = Promise.all([settle('accounts_1'), settle('accounts_1')]);
  await turn();
  expect(asked).toHaveLength(1);
  answers[0]?.([]);
  await first;
  await turn();
  expect(asked).toHaveLength(2);
  answers[1]?.([]);
  await others;
});

test('a node that fails is asked again by the next call', async () => {
  let fails = true;
  const { settle } = nodesThat(() => {
    if (fails) throw new Error('Connection refused');
    return [];
  });
  await expect(settle('accounts_1')).rejects.toThrow('Connection refused');
  fails = false;
  await settle('accounts_1');
});
