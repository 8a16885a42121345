import { readFileSync } from 'node:fs';
import { ACCOUNT_TABLES, REFERENCE_TABLES } from '../../src/foundation/database/distribution/tables.js';

const schema = readFileSync('src/foundation/database/schema.sql', 'utf8');
const names = [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, name]) => name as string);

/** Found by what is not an account, or of the whole installation. */
const COORDINATOR_TABLES = [
  'api_keys',
  'audit_events',
  'calendar_feeds',
  'connection_pages',
  'devices',
  'email_tokens',
  'health_checks',
  'instance_clients',
  'limit_notices',
  'live_processes',
  'live_usage',
  'login_attempts',
  'migration_requirements',
  'migrations',
  'object_deletions',
  'processing_sessions',
  'rate_uses',
  'recovery_codes',
  'removed_users',
  'request_limits',
  'second_factors',
  'sessions',
  'sign_in_throttle',
  'sign_ups',
];

test('of every table it is decided where it is when tables are distributed', () => {
  expect([...ACCOUNT_TABLES, ...REFERENCE_TABLES, ...COORDINATOR_TABLES].sort()).toEqual(names.sort());
});

test('a table of accounts references others before it, and is referenced by no other table', () => {
  const references = [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+) \(([^;]*)\)/gm)].flatMap(
    ([, from = '', columns = '']) => [...columns.matchAll(/REFERENCES (\w+)/g)].map(([, to = '']) => ({ from, to })),
  );
  expect(references.length).toBeGreaterThan(5);
  const place = (name: string) => (ACCOUNT_TABLES as readonly string[]).indexOf(name);
  const wrong = references.filter(({ from, to }) =>
    place(from) === -1 ? place(to) !== -1 : place(to) === -1 || place(to) > place(from),
  );
  expect(wrong).toEqual([]);
});
