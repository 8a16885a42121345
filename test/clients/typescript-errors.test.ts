/** The details of errors, as the typed client declares them by code, and as the service sends them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, PublishingError } from '../../clients/typescript/src/index.js';
import { compile } from '../client-tools/typescript.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
});

const open = () => createClient({ url: service.url, apiKey: account.apiKey, retries: 0 });

async function failureOf(call: Promise<unknown>): Promise<PublishingError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PublishingError) return error;
  throw error ?? new Error('It did not fail.');
}

const post = { content: 'Hi', platformIds: ['fediverse-1'] };
const later = '2035-01-01T00:00:00Z';

test('a comparison of the code decides the type of the details', async () => {
  const error = await failureOf(open().api.createPosts({ posts: Array.from({ length: 101 }, () => ({ post })) }));
  if (error.code !== 'POSTS_TOO_MANY') throw error;
  expect(error.details.limit satisfies number).toBe(100);
  // @ts-expect-error Another code has it.
  expect(error.details.validation).toBeUndefined();

  const invalid = await failureOf(open().posts.create({ ...post, content: 'x'.repeat(6000), scheduledTime: 'now' }));
  if (invalid.code !== 'VALIDATION_FAILED') throw invalid;
  const [issue] = invalid.details.validation.errors;
  expect(issue?.message satisfies string | undefined).toEqual(expect.any(String));
  expect(issue?.severity satisfies 'ERROR' | 'WARNING' | undefined).toBe('ERROR');
});

test('each code is known, and a code without details has none', async () => {
  const error = await failureOf(open().api.deletePost({ postGroupId: '0'.repeat(24) }));
  // @ts-expect-error There is no such code.
  expect(error.code === 'NO_SUCH_CODE').toBe(false);
  if (error.code !== 'POST_GROUP_NOT_FOUND') throw error;
  // @ts-expect-error It has no details.
  expect(error.details.limit).toBeUndefined();
  expect(error.details).toEqual({});
});

test('the details that the service sends have the types of their codes', async () => {
  const { api } = open();
  const create = (changes: object) => api.createPost({ post: { ...post, ...changes } });
  const { postGroup } = await create({});
  const postGroupId = postGroup?.id ?? '';
  const calls: Record<string, () => Promise<unknown>> = {
    POSTS_TOO_MANY: () => api.createPosts({ posts: Array.from({ length: 101 }, () => ({ post })) }),
    VALIDATION_FAILED: () => api.createPost({ post: { ...post, content: 'x'.repeat(6000) }, scheduledTime: later }),
    CONNECTIONS_NOT_FOUND: () =>
      api.createPost({ post: { ...post, platformIds: ['fediverse-2'] }, scheduledTime: later }),
    PLATFORM_ID_INVALID: () => create({ platformIds: ['nowhere'] }),
    OVERRIDE_NOT_A_TARGET: () => create({ overrides: [{ platformId: 'fediverse-9', content: 'Other' }] }),
    OVERRIDE_DUPLICATE: () =>
      create({ overrides: ['One', 'Two'].map((content) => ({ platformId: 'fediverse-1', content })) }),
    CONTENT_TYPE_INVALID: () =>
      api.createUpload({ postGroupId, fileName: 'a.png', contentType: 'text/html', type: 'IMAGE' }),
    POST_GROUP_CHANGED: () =>
      api.updatePost({ postGroupId, content: 'Other', ifUnchangedSince: '2020-01-01T00:00:00Z' }),
    POST_GROUP_NOT_RETRYABLE: () => api.retryPostGroup({ postGroupId }),
    ID_INVALID: () => api.postGroup({ id: 'none' }),
    PAGE_INVALID: () => api.postGroups({ first: 0 }),
    FILTER_INVALID: () => api.postGroups({ first: 1, filter: { text: 'x'.repeat(201) } }),
    PASSWORD_WEAK: () => api.signUp({ email: 'new@example.com', password: 'passwordpassword', displayName: 'New' }),
  };
  const declarations = await Promise.all(
    Object.entries(calls).map(async ([code, call]) => {
      const { code: found, details } = await failureOf(call());
      expect(found).toBe(code);
      return `export const ${code}: PublishingErrorDetails['${code}'] = ${JSON.stringify(details)};`;
    }),
  );
  for (const types of ['rest-types', 'error-details']) {
    execFileSync(process.execPath, [`clients/typescript/write-${types}.mjs`]);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'details-'));
  const client = path.resolve('clients/typescript/src/index.js');
  const source = [`import type { PublishingErrorDetails } from '${client}';`, ...declarations].join('\n');
  writeFileSync(path.join(folder, 'details.ts'), source);
  expect(compile(folder, ['details.ts'])).toEqual([]);
  rmSync(folder, { recursive: true });
});
