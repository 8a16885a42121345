import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { pickPod } from '../../src/pods/pick-pod.js';

const KEY = randomBytes(32);
const addresses = Array.from({ length: 4_000 }, (_, index) => `${index}@example.com`);

test('each pod gets addresses by its weight', () => {
  const pods = [
    { pod: '00', weight: 1 },
    { pod: '01', weight: 0 },
    { pod: '02', weight: 3 },
  ];
  const picked = addresses.map((email) => pickPod(pods, KEY, email));
  const share = (pod: string) => picked.filter((one) => one === pod).length / picked.length;
  expect(share('01')).toBe(0);
  // Six standard deviations.
  expect(Math.abs(share('00') - 0.25)).toBeLessThan(0.042);
  expect(share('00') + share('02')).toBe(1);
});

test('equal arguments give the same pod, and another key gives others', () => {
  const pods = ['00', '01', '02'].map((pod) => ({ pod, weight: 1 }));
  fc.assert(
    fc.property(fc.constantFrom(...addresses), (email) => {
      expect(pickPod(pods, KEY, email)).toBe(pickPod([...pods], Buffer.from(KEY), email));
    }),
  );
  const other = randomBytes(32);
  expect(addresses.filter((email) => pickPod(pods, KEY, email) !== pickPod(pods, other, email)).length).toBeGreaterThan(
    addresses.length / 2,
  );
});

test('no pod is picked where none takes new accounts', () => {
  expect(pickPod([], KEY, 'a@example.com')).toBeNull();
  expect(pickPod([{ pod: '00', weight: 0 }], KEY, 'a@example.com')).toBeNull();
});
