/** Failed sign-ins are slowed down: 10 for an account and 100 for an address, in 15 minutes. */
import type { Headers } from '../support/graphql.js';
import { useTwoApis } from '../support/service.js';
import { codeOf, newMember, newPerson, signIn, type Visit } from './browser.js';

// The second one is behind a proxy, so that a header names the client's address.
const { db, service, second: proxied } = await useTwoApis();
beforeEach(() => db.query('DELETE FROM throttles'));

const fail = (email: string, headers: Headers = {}, at = service) =>
  signIn(at, { email, password: 'not the password' }, headers);
const from = (address: string) => ({ 'x-forwarded-for': address });
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const count = (visits: Visit[], code: string | undefined) => visits.filter((one) => codeOf(one) === code).length;

test('after 10 for an account the right password is refused too, for 15 minutes from the first', async () => {
  const who = await newMember(service);
  expect(count(await times(10, () => fail(who.email)), 'SIGN_IN_FAILED')).toBe(10);
  const { body, cookie } = await signIn(service, { ...who, email: who.email.toUpperCase() });
  const [error] = body.errors ?? [];
  const retryAfterSeconds = Number(error?.extensions.retryAfterSeconds);
  expect(error?.extensions).toEqual({ code: 'SIGN_IN_THROTTLED', retryAfterSeconds });
  expect(error?.message).toBe(`Too many failed sign-ins. Try again in ${retryAfterSeconds} seconds`);
  expect(retryAfterSeconds).toBeGreaterThan(14 * 60);
  expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
  expect(cookie).toBeUndefined();
  expect(codeOf(await signIn(service, await newMember(service)))).toBeUndefined();

  const endsIn = (milliseconds: number) =>
    db.query('UPDATE throttles SET resets_at = $1', [new Date(Date.now() + milliseconds)]);
  await endsIn(60_000);
  const later = await signIn(service, who);
  expect(later.body.errors?.[0]?.extensions.retryAfterSeconds).toBeLessThanOrEqual(60);
  await endsIn(0);
  expect(codeOf(await signIn(service, who))).toBeUndefined();
});

test('of 30 at once, at two processes, 10 are looked at', async () => {
  const { email } = await newMember(service);
  const visits = await times(30, (index) => fail(email, {}, index % 2 ? service : proxied));
  expect([count(visits, 'SIGN_IN_FAILED'), count(visits, 'SIGN_IN_THROTTLED')]).toEqual([10, 20]);
});

test('an address without an account is treated alike', async () => {
  const { email } = newPerson();
  const visits = await times(12, () => fail(email));
  expect([count(visits, 'SIGN_IN_FAILED'), count(visits, 'SIGN_IN_THROTTLED')]).toEqual([10, 2]);
});

test('a success resets the count', async () => {
  const who = await newMember(service);
  for (let round = 0; round < 2; round++) {
    expect(count(await times(9, () => fail(who.email)), 'SIGN_IN_FAILED')).toBe(9);
    expect(codeOf(await signIn(service, who))).toBeUndefined();
  }
});

test('an address has 100 for all accounts together, and a success does not count', async () => {
  const who = await newMember(service);
  const visits = await times(98, () => fail(newPerson().email, from('203.0.113.7'), proxied));
  expect(count(visits, 'SIGN_IN_FAILED')).toBe(98);
  for (let success = 0; success < 5; success++) {
    expect(codeOf(await signIn(proxied, who, from('203.0.113.7')))).toBeUndefined();
  }
  const last = await times(5, () => fail(newPerson().email, from('203.0.113.7'), proxied));
  expect([count(last, 'SIGN_IN_FAILED'), count(last, 'SIGN_IN_THROTTLED')]).toEqual([2, 3]);
  expect(codeOf(await signIn(proxied, who, from('203.0.113.7')))).toBe('SIGN_IN_THROTTLED');
  expect(codeOf(await signIn(proxied, who, from('203.0.113.8')))).toBeUndefined();
});

test('the IPv6 addresses of one network count as one', async () => {
  await fail(newPerson().email, from('2001:db8::1'), proxied);
  await db.query(`UPDATE throttles SET points = 100 WHERE key LIKE 'address:%'`);
  expect(codeOf(await fail(newPerson().email, from('2001:db8::ffff:1'), proxied))).toBe('SIGN_IN_THROTTLED');
  expect(codeOf(await fail(newPerson().email, from('2001:db8:0:1::1'), proxied))).toBe('SIGN_IN_FAILED');
});

test('a client’s own word on its address does not count', async () => {
  await times(3, (index) => fail(newPerson().email, { 'x-forwarded-for': `203.0.113.${index}` }));
  expect(await db.query(`SELECT points FROM throttles WHERE key LIKE 'address:%'`)).toEqual([{ points: 3 }]);
});
