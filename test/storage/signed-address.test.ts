import fc from 'fast-check';
import { type Access, makeSignedAddresses } from '../../src/storage/signed-address.js';

const NOW = new Date('2026-03-01T12:00:00.999Z');
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const addressesAt = (moment: Date, ...keys: [Buffer, ...Buffer[]]) =>
  makeSignedAddresses({ keys, clock: () => moment });
const seconds = (count: number) => new Date(NOW.getTime() + count * 1000);

const UPLOAD: Access = { method: 'PUT', key: 'image/1-cat.png', contentType: 'image/png' };
const queryOf = (signed: string) => Object.fromEntries(new URLSearchParams(signed));

test('an address is good for as long as it was signed for, to the second', () => {
  const query = queryOf(addressesAt(NOW, OLD).sign(UPLOAD, 60));
  expect(addressesAt(seconds(59), OLD).refusal(UPLOAD, query)).toBeNull();
  expect(addressesAt(seconds(60), OLD).refusal(UPLOAD, query)).toBe('This address has expired: request a new one');
});

test('a wrong content type is reported as such', () => {
  const addresses = addressesAt(NOW, OLD);
  expect(addresses.refusal({ ...UPLOAD, contentType: 'text/html' }, queryOf(addresses.sign(UPLOAD, 60)))).toBe(
    'The Content-Type must be image/png: the address was signed for it',
  );
});

test('when the encryption key changes, addresses are good while the old key is listed', () => {
  const query = queryOf(addressesAt(NOW, OLD).sign(UPLOAD, 60));
  expect(addressesAt(NOW, NEW, OLD).refusal(UPLOAD, query)).toBeNull();
  expect(addressesAt(NOW, NEW).refusal(UPLOAD, query)).not.toBeNull();
  expect(addressesAt(NOW, OLD).refusal(UPLOAD, queryOf(addressesAt(NOW, NEW, OLD).sign(UPLOAD, 60)))).not.toBeNull();
});

test('the signature is not made with the encryption key itself', () => {
  expect(addressesAt(NOW, OLD).sign(UPLOAD, 60)).toMatch(/signature=[\w-]{43}$/);
  expect(addressesAt(NOW, OLD).sign(UPLOAD, 60)).not.toBe(addressesAt(NOW, NEW).sign(UPLOAD, 60));
});

describe('for any two accesses', () => {
  const text = fc.string({ unit: 'binary' });
  const anyAccess = fc.record<Access>({
    method: fc.constantFrom('GET', 'PUT'),
    key: text,
    contentType: fc.option(text, { nil: null }),
  });
  const addresses = addressesAt(NOW, OLD);

  test('an address for one gives that one', () => {
    fc.assert(
      fc.property(anyAccess, fc.integer({ min: 1, max: 604_800 }), (access, time) => {
        expect(addresses.refusal(access, queryOf(addresses.sign(access, time)))).toBeNull();
      }),
    );
  });

  test('and grants no other, with any change of its query', () => {
    const anything = fc.oneof(text, fc.constant(undefined), fc.array(text), fc.dictionary(text, text));
    const anyChange = fc.record({ type: anything, expires: anything, signature: anything }, { requiredKeys: [] });
    fc.assert(
      fc.property(anyAccess, anyAccess, anyChange, (signed, requested, change) => {
        const right = queryOf(addresses.sign(signed, 60));
        const query: Record<string, unknown> = { ...right, ...change };
        fc.pre(JSON.stringify([requested, query]) !== JSON.stringify([signed, right]));
        expect(addresses.refusal(requested, query)).not.toBeNull();
      }),
    );
  });
});
