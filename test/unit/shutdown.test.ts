import { makeShutdown } from '../../src/foundation/process/shutdown.js';

const never = () => new Promise<void>(() => undefined);

test('the last thing started is the first to stop, one after the other', async () => {
  const { onStop, run } = makeShutdown();
  const order: string[] = [];
  for (const name of ['first', 'second']) {
    onStop(name, async () => {
      order.push(`${name} starts`);
      await Promise.resolve();
      order.push(`${name} ends`);
    });
  }
  expect(await run(10_000)).toEqual({ unfinished: [], failures: [] });
  expect(order).toEqual(['second starts', 'second ends', 'first starts', 'first ends']);
});

test('one that fails is reported, and the others are closed', async () => {
  const { onStop, run } = makeShutdown();
  let undone = false;
  onStop('first', async () => {
    undone = true;
  });
  const error = new Error('It broke');
  onStop('second', () => Promise.reject(error));
  expect(await run(10_000)).toEqual({ unfinished: [], failures: [{ name: 'second', error }] });
  expect(undone).toBe(true);
});

test('one that hangs is reported, and delays none of the others', async () => {
  const { onStop, run } = makeShutdown();
  let undone = false;
  onStop('first', async () => {
    undone = true;
  });
  onStop('second', never);
  onStop('third', never);
  expect(await run(200)).toEqual({ unfinished: ['third', 'second'], failures: [] });
  expect(undone).toBe(true);
});
