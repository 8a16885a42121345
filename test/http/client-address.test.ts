/** Behind a trusted proxy, `X-Forwarded-For` has the client's address. Other content of the header is ignored. */
import request from 'supertest';
import { newMember, signIn } from '../graphql/browser.js';
import { connectRaw } from '../live/raw-socket.js';
import { createAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';

import { useTwoApis } from '../support/service.js';

const { db, service: direct, second: proxied } = await useTwoApis();

const PROXY = '127.0.0.1';

/** What the proxy sends, and the address that is taken from it. */
const forwarded: [header: string, address: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  // Only the last entry is from the proxy that is trusted.
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['<script>, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['unknown', PROXY],
  ['_hidden', PROXY],
  ['198.51.100.1, unknown', PROXY],
  ['1', PROXY],
  ['0x7f.1', PROXY],
  ['203.0.113.7/8', PROXY],
  ['203.0.113.7:', PROXY],
  ['[203.0.113.7]x', PROXY],
  ['2001:db8::7:4711:x', PROXY],
  ["203.0.113.7' OR 1=1", PROXY],
  ['9'.repeat(300), PROXY],
  ['', PROXY],
];

const idOf = ({ headers }: request.Response): string => headers['x-request-id'] ?? 'none';

/** The address in the line of the log under this id. */
const loggedAddress = (service: typeof direct, requestId: string): Promise<string> =>
  eventually(async () => {
    const line = service.output.find((text) => text.startsWith('{') && text.includes(requestId));
    return line && JSON.parse(line).address;
  });

test.each(forwarded)('a request that comes with %j', async (header, address) => {
  const answer = await request(proxied.url).get('/api/v1/list-posts').set('x-forwarded-for', header);
  expect(await loggedAddress(proxied, idOf(answer))).toBe(address);
});

test.each(forwarded)('a web socket that comes with %j', async (header, address) => {
  const { apiKey } = await createAccount(db);
  const socket = await connectRaw(proxied, { 'x-api-key': apiKey }, { 'x-forwarded-for': header });
  socket.subscribe('who', '{ viewer { id } }');
  const [answer] = await eventually(async () => (socket.of('who').length > 0 ? socket.of('who') : undefined));
  expect(await loggedAddress(proxied, answer?.payload.extensions.requestId)).toBe(address);
  socket.close();
});

test('a session and its event in the audit log have an address, also with invalid headers of the proxy', async () => {
  const member = await newMember(direct);
  await signIn(proxied, member, { 'x-forwarded-for': '[203.0.113.7]:4711' });
  await signIn(proxied, member, { 'x-forwarded-for': 'a\u009btext' });
  const rows = (table: string) =>
    db.query(
      `SELECT address FROM ${table} JOIN memberships m USING (${table === 'sessions' ? 'person_id' : 'user_id'}) WHERE m.user_id = $1 ORDER BY ${table === 'sessions' ? 'sessions' : 'events'}.created_at, id OFFSET 1`,
      [member.userId],
    );
  const addresses = [{ address: '203.0.113.7' }, { address: PROXY }];
  expect(await rows('sessions')).toEqual(addresses);
  expect(await rows(`(SELECT * FROM audit_events WHERE action = 'signed_in') AS events`)).toEqual(addresses);
});

test('without a proxy that is trusted, the header is nothing', async () => {
  const answer = await request(direct.url).get('/api/v1/list-posts').set('x-forwarded-for', '203.0.113.7');
  expect(await loggedAddress(direct, idOf(answer))).toBe(PROXY);
});
