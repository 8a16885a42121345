import { limitFairly } from '../../src/foundation/concurrency/limit-fairly.js';

/** Work that ends when it is told to. */
function makeWork(run: ReturnType<typeof limitFairly>) {
  const started: string[] = [];
  const ends: Record<string, () => void> = {};
  return {
    started,
    begin: (key: string, name: string) =>
      run(key, () => {
        started.push(name);
        return new Promise<void>((resolve) => {
          ends[name] = resolve;
        });
      }),
    async end(name: string) {
      ends[name]?.();
      await new Promise(setImmediate);
    },
  };
}

test('alone, a key takes its share of all places; another one its share of the rest, and at least one place', async () => {
  const work = makeWork(limitFairly(8, 3 / 4));
  for (const key of ['a', 'b', 'c']) for (let i = 1; i <= 8; i += 1) void work.begin(key, `${key}${i}`);
  expect(work.started).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1']);
});

test('what ends lets the first of those start whose key has a place', async () => {
  const work = makeWork(limitFairly(4, 3 / 4));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void work.begin('a', name);
  for (const name of ['b1', 'b2']) void work.begin('b', name);
  expect(work.started).toEqual(['a1', 'a2', 'a3', 'b1']);
  await work.end('a1');
  await work.end('b1');
  expect(work.started.slice(4).sort()).toEqual(['a4', 'b2']);
});

test('work that fails gives its place back', async () => {
  const run = limitFairly(1, 3 / 4);
  await expect(run('a', () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(await run('b', async () => 'done')).toBe('done');
});
