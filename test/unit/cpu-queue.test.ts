import { makeCpuQueue } from '../../src/foundation/concurrency/cpu-queue.js';

test('works run one after the other, in their order, and the event loop turns before each', async () => {
  const cpuQueue = makeCpuQueue();
  const seen: string[] = [];
  const others = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise(setImmediate);
      seen.push('other');
    }
  };
  const works = ['first', 'second', 'third'].map((name) => cpuQueue(() => seen.push(name)));
  await Promise.all([others(), ...works]);
  expect(seen.filter((name) => name !== 'other')).toEqual(['first', 'second', 'third']);
  const between = seen.slice(seen.indexOf('first'), seen.indexOf('third')).filter((name) => name === 'other');
  expect(between.length).toBeGreaterThanOrEqual(2);
});

test('a failure of a task is reported to its caller, and the next one runs', async () => {
  const cpuQueue = makeCpuQueue();
  const failing = cpuQueue(() => {
    throw new Error('no');
  });
  const next = cpuQueue(() => 'yes');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});

test('works that take a share of a turn run together, as many as fit, and one that takes a whole turn runs alone', async () => {
  const cpuQueue = makeCpuQueue();
  const turns: string[][] = [];
  const work = (name: string, share?: number) => cpuQueue(() => turns.at(-1)?.push(name), share);
  const works = [work('a', 0.5), work('b', 0.5), work('c', 0.5), work('alone'), work('d', 0.25), work('e', 0.25)];
  let ended = false;
  const ending = Promise.all(works).finally(() => {
    ended = true;
  });
  while (!ended) {
    turns.push([]);
    await new Promise(setImmediate);
  }
  await ending;
  expect(turns.filter((names) => names.length > 0)).toEqual([['a', 'b'], ['c'], ['alone'], ['d', 'e']]);
});
