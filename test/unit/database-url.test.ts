import { parseDatabaseUrl, placeOf } from '../../src/foundation/database/database-url.js';

test.each([
  ['postgres://me:secret@one:5433/service', ['postgres://me:secret@one:5433/service'], false],
  [
    'postgresql://me:s%40cret@one:5433,two,[::1]:5434/service?sslmode=require',
    [
      'postgresql://me:s%40cret@one:5433/service?sslmode=require',
      'postgresql://me:s%40cret@two/service?sslmode=require',
      'postgresql://me:s%40cret@[::1]:5434/service?sslmode=require',
    ],
    true,
  ],
  [
    'postgres://one,two/service?target_session_attrs=read-write',
    ['postgres://one/service', 'postgres://two/service'],
    true,
  ],
  ['postgres://one/service?target_session_attrs=primary', ['postgres://one/service'], true],
])('%s', (url, hosts, isReadWrite) => {
  expect(parseDatabaseUrl(url)).toEqual({ hosts, isReadWrite });
});

test.each([
  'mysql://one/service',
  'one:5432/service',
  'postgres://one:99999/service',
  'postgres://one,two:x/service',
  'postgres://one,two/service?target_session_attrs=standby',
  'postgres://one/service?target_session_attrs=any',
])('%s is none that the service can use', (url) => {
  expect(parseDatabaseUrl(url)).toBeNull();
});

test('messages name hosts, ports and database, and nothing secret', () => {
  expect(placeOf('postgres://me:secret@one:5433,two/service?password=secret')).toBe('one:5433,two/service');
});
