import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  canHappen,
  type PlatformPostEvent,
  PlatformPostStatus,
  transition,
} from '../../src/domain/posts/state/platform-post.js';
import { processingStatus, rollup } from '../../src/domain/posts/state/post-group.js';

const { DRAFT, SCHEDULED, PENDING, PROCESSING, PUBLISHED, FAILED } = PlatformPostStatus;
const anyStatus = fc.constantFrom(...Object.values(PlatformPostStatus));
const parts = fc.array(anyStatus, { minLength: 1, maxLength: 12 });

test.each([
  [[PUBLISHED, PUBLISHED], 'published'],
  [[FAILED, FAILED], 'failed'],
  [[PUBLISHED, FAILED], 'partially_published'],
  [[PUBLISHED, PROCESSING], undefined],
  [[DRAFT], undefined],
])('the rollup of %j is %s', (statuses, expected) => {
  expect(rollup(statuses)).toBe(expected);
});

test('a rollup exists exactly when every part has ended', () => {
  fc.assert(
    fc.property(parts, (statuses) => {
      const ended = statuses.every((status) => status === PUBLISHED || status === FAILED);
      expect(rollup(statuses) !== undefined).toBe(ended);
      expect(processingStatus(statuses, true) === 'finished').toBe(ended);
    }),
  );
});

test('it is under way once it has begun, as long as a part is still to be published', () => {
  fc.assert(
    fc.property(parts, fc.boolean(), (statuses, isBegun) => {
      fc.pre(rollup(statuses) === undefined);
      const isOpen = statuses.some((status) => [SCHEDULED, PENDING, PROCESSING].includes(status));
      expect(processingStatus(statuses, isBegun)).toBe(isBegun && isOpen ? 'processing' : 'pending');
    }),
  );
});

test('a published post never changes again, and only a failed one can be retried', () => {
  const events = ['schedule', 'await', 'unschedule', 'edit', 'retry', 'take', 'succeed', 'fail'] as const;
  for (const event of events) expect(canHappen(event, PUBLISHED)).toBe(false);
  for (const status of [DRAFT, SCHEDULED, PENDING, PROCESSING]) expect(canHappen('retry', status)).toBe(false);
  expect(transition(FAILED, 'retry')).toBe(PENDING);
});

test('what is not in the table of transitions throws', () => {
  expect(() => transition(PUBLISHED, 'fail')).toThrow('A post that is published cannot fail');
  expect(() => transition(DRAFT, 'take')).toThrow('A post that is draft cannot take');
});

test('the README of publishing has the table of transitions', () => {
  const readme = readFileSync('src/domain/publishing/README.md', 'utf8');
  const [, header = '', rows = ''] = /^(\| Status .*)\n\|[-|]+\n((?:\|.*\n)+)/m.exec(readme) ?? [];
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...events] = cells(header) as [string, ...PlatformPostEvent[]];
  const written = rows
    .trim()
    .split('\n')
    .map((line) => cells(line) as [PlatformPostStatus, ...string[]]);
  const known = Object.values(PlatformPostStatus).map((status) => [
    status,
    ...events.map((event) => (canHappen(event, status) ? transition(status, event) : '')),
  ]);
  expect(events).toHaveLength(8);
  expect(written).toEqual(known);
});
