import { QueryFailedError } from 'typeorm';
import { isTemporaryFailure } from '../../src/foundation/errors/temporary-failure.js';

const withCode = (code: string) => Object.assign(new Error('Something'), { code });

test.each([
  '08006',
  '40P01',
  '53100',
  '53300',
  '57014',
  '57P01',
  '57P03',
  '58030',
  '25006',
  '25P03',
  'ECONNREFUSED',
  'ENOSPC',
  'EPIPE',
])('%s passes by itself', (code) => {
  expect(isTemporaryFailure(withCode(code))).toBe(true);
  expect(isTemporaryFailure(new QueryFailedError('SELECT 1', [], withCode(code)))).toBe(true);
  expect(isTemporaryFailure(new Error('Wrapped', { cause: withCode(code) }))).toBe(true);
});

test.each([
  '28P01',
  '3D000',
  '42P01',
  '23505',
  '22P02',
  'ENOENT',
  'ERR_INVALID_ARG_TYPE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
])('%s does not', (code) => expect(isTemporaryFailure(withCode(code))).toBe(false));

test('a connection that was lost has no code', () => {
  for (const message of [
    'Query read timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
  ]) {
    expect(isTemporaryFailure(new QueryFailedError('SELECT 1', [], new Error(message)))).toBe(true);
  }
  expect(isTemporaryFailure(new Error('A mistake of ours'))).toBe(false);
  expect(isTemporaryFailure('A text')).toBe(false);
});

test('storage says whose fault it was', () => {
  expect(isTemporaryFailure(Object.assign(new Error('SlowDown'), { $fault: 'server' }))).toBe(true);
  expect(isTemporaryFailure(Object.assign(new Error('AccessDenied'), { $fault: 'client' }))).toBe(false);
});
