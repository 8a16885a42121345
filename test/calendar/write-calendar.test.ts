import fc from 'fast-check';
import ICAL from 'ical.js';
import type { CalendarPost } from '../../src/domain/calendar/calendar-feed.js';
import { writeCalendar } from '../../src/domain/calendar/write-calendar.js';
import { PlatformPostStatus } from '../../src/domain/posts/state/platform-post.js';
import { PostGroupStatus } from '../../src/domain/posts/state/post-group.js';

const AT = new Date('2030-01-02T03:04:05Z');

const postOf = (text: string): CalendarPost => ({
  id: 'a'.repeat(24),
  status: PostGroupStatus.SCHEDULED,
  at: AT,
  text,
  isCut: false,
  sequence: 3,
  createdAt: AT,
  updatedAt: AT,
  targets: [{ platform: 'microblog', statuses: [PlatformPostStatus.SCHEDULED], url: null, failure: text }],
});

const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      ';',
      ',',
      ':',
      '\\',
      '"',
      '\n',
      '\r',
      '\r\n',
      '\t',
      '\0',
      '\u2028',
      '\ud800',
      '👩‍👩‍👧',
      'é',
      'END:VEVENT',
    ),
    maxLength: 200,
  }),
  fc.constantFrom('x\r\nEND:VEVENT\r\nBEGIN:VALARM', '\\n', '🎉'.repeat(1_000), 'a'.repeat(10_000)),
);

test('a calendar program reads any text as one event with that text', () => {
  fc.assert(
    fc.property(HOSTILE, (text) => {
      const written = writeCalendar(`Posts of ${text}`, [postOf(text)], (id) => `https://example.com/posts/${id}`);
      const lines = written.split('\r\n');
      expect(lines.filter((line) => /[\r\n\0]/.test(line))).toEqual([]);
      expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
      const shown = text
        .toWellFormed()
        .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
        .replace(/[^\P{Cc}\t\n]/gu, '');
      const calendar = new ICAL.Component(ICAL.parse(written));
      expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent']);
      // The parser leaves properties that it does not know escaped.
      const name = String(calendar.getFirstPropertyValue('x-wr-calname')).replace(/\\(.)/gu, '$1');
      expect(name).toBe(`Posts of ${shown.replaceAll('\n', ' ')}`);
      const [component] = calendar.getAllSubcomponents('vevent');
      expect(component?.getAllSubcomponents()).toEqual([]);
      const event = new ICAL.Event(component);
      expect(event.description.startsWith(shown.trimStart())).toBe(true);
      expect(event.uid).toBe(`${'a'.repeat(24)}@post-groups`);
      expect(event.sequence).toBe(3);
      expect(event.startDate.toJSDate()).toEqual(AT);
      expect(component?.getFirstPropertyValue('url')).toBe(`https://example.com/posts/${'a'.repeat(24)}`);
    }),
    { numRuns: 500 },
  );
});
