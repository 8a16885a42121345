/** Snippets: saved texts with placeholders, which people and programs insert into posts. */
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const SNIPPET = 'id name text placeholders createdAt updatedAt';
const CREATE = `mutation ($input: CreateSnippetInput!) { createSnippet(input: $input) { snippet { ${SNIPPET} } } }`;
const UPDATE = `mutation ($input: UpdateSnippetInput!) { updateSnippet(input: $input) { snippet { ${SNIPPET} } } }`;
const DELETE = 'mutation ($input: DeleteSnippetInput!) { deleteSnippet(input: $input) { deletedSnippetId } }';
const LIST = `query ($first: Int, $after: String, $text: String) {
  snippets(first: $first, after: $after, filter: { text: $text }) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { ${SNIPPET} } }
  }
}`;
const FILLED = `query ($snippetId: ID!, $values: [PlaceholderValueInput!]) {
  filledSnippet(snippetId: $snippetId, values: $values)
}`;

const { db, service } = await useService({ roles: 'api' });
let account: TestAccount;
let owner: Headers;
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true });
  owner = await account.session();
});

async function run(query: string, variables: Record<string, unknown>, headers: Headers = owner) {
  const { data, errors } = await graphql(service, headers, query, variables);
  return { data, code: errors?.[0]?.extensions.code, error: errors?.[0] };
}
const refusal = async (query: string, input: object, headers: Headers = owner) =>
  (await run(query, { input }, headers)).code;

async function create(name: string, text = 'Text', headers: Headers = owner) {
  const { data, code } = await run(CREATE, { input: { name, text } }, headers);
  expect(code).toBeUndefined();
  return data.createSnippet.snippet;
}
async function listed(variables: Record<string, unknown> = {}, headers: Headers = owner) {
  const { data, code } = await run(LIST, variables, headers);
  expect(code).toBeUndefined();
  return nodesOf(data.snippets);
}
const names = async (variables: Record<string, unknown> = {}, headers: Headers = owner) =>
  (await listed(variables, headers)).map(({ name }: { name: string }) => name);

describe('a snippet', () => {
  test('has a name, a text as it was written, and the placeholders of the text, each once', async () => {
    const text = '\nMeet {{product}} of {{ Our brand }} – {{product}}!\n#launch ';
    const snippet = await create('  Launch  ', text);
    expect(snippet).toMatchObject({ name: 'Launch', text, placeholders: ['product', 'Our brand'] });
    expect(await listed()).toEqual([snippet]);
  });

  test('changes in the fields that are given', async () => {
    const { id } = await create('Launch', 'Meet {{product}}');
    const change = (input: object) => run(UPDATE, { input: { snippetId: id, ...input } });
    expect((await change({ name: 'LAUNCH' })).data.updateSnippet.snippet).toMatchObject({
      ...{ id, name: 'LAUNCH', text: 'Meet {{product}}' },
    });
    expect((await change({ text: '#launch', name: null })).data.updateSnippet.snippet).toMatchObject({
      ...{ id, name: 'LAUNCH', text: '#launch', placeholders: [] },
    });
  });

  test('is gone once it is deleted', async () => {
    const { id } = await create('Launch');
    const { data } = await run(DELETE, { input: { snippetId: id } });
    expect(data.deleteSnippet).toEqual({ deletedSnippetId: id });
    expect(await names()).toEqual([]);
    expect(await refusal(DELETE, { snippetId: id })).toBe('SNIPPET_NOT_FOUND');
  });

  test('is written by members who draft, and read by all', async () => {
    const { browser } = await addMember(db, account.userId, 'VIEWER');
    const drafter = await addMember(db, account.userId, 'CONTRIBUTOR');
    await create('Launch', 'Text', drafter.browser);
    expect(await names({}, browser)).toEqual(['Launch']);
    expect(await refusal(CREATE, { name: 'Other', text: 'Text' }, browser)).toBe('PERMISSION_REQUIRED');
  });
});

describe('a name', () => {
  test.each(['', ' \u200b ', 'x'.repeat(51), 'two\nlines', 'turned \u202e around'])('cannot be %j', async (name) => {
    expect(await refusal(CREATE, { name, text: 'Text' })).toBe('SNIPPET_NAME_INVALID');
  });

  test('has at most 50 characters, each of which may be an emoji', async () => {
    expect((await create('🙂'.repeat(50))).name).toHaveLength(100);
    expect(await refusal(CREATE, { name: 'a\0', text: 'Text' })).toBe('TEXT_NOT_PUBLISHABLE');
  });

  test('is unique in an account, in any letter case', async () => {
    await create('Launch');
    const { id } = await create('Other');
    expect(await refusal(CREATE, { name: 'LAUNCH', text: 'Text' })).toBe('SNIPPET_NAME_TAKEN');
    expect(await refusal(UPDATE, { snippetId: id, name: 'launch ' })).toBe('SNIPPET_NAME_TAKEN');
    await create('launch', 'Text', await (await createAccount(db)).session());
  });

  test('goes to one of several that are created at the same time', async () => {
    const codes = await Promise.all(Array.from({ length: 5 }, () => refusal(CREATE, { name: 'Launch', text: 'Text' })));
    expect(codes.toSorted()).toEqual([...Array<string>(4).fill('SNIPPET_NAME_TAKEN'), undefined]);
    expect(await names()).toEqual(['Launch']);
  });
});

describe('a text', () => {
  test.each([
    ['nothing', ''],
    ['nothing that can be seen', ' \n\u200b'],
    ['more than 5,000 characters', 'x'.repeat(5_001)],
    ['more than 20 placeholders', '{{a}}'.repeat(21)],
  ])('cannot have %s', async (_, text) => {
    expect(await refusal(CREATE, { name: 'Launch', text })).toBe('SNIPPET_TEXT_INVALID');
  });

  test('can have all of what is allowed', async () => {
    const placeholders = Array.from({ length: 20 }, (_, index) => `placeholder ${index}`);
    const text = placeholders.map((name) => `{{${name}}}`).join('');
    expect((await create('Launch', text + '🙂'.repeat(5_000 - text.length))).placeholders).toEqual(placeholders);
    expect(await refusal(CREATE, { name: 'Other', text: 'half \ud83d' })).toBe('TEXT_NOT_PUBLISHABLE');
  });
});

describe('the list', () => {
  beforeEach(async () => {
    for (const name of ['winter', 'Autumn', 'Spring', 'summer']) await create(name, `#${name}Sale`);
  });

  test('is sorted by name, in any letter case, and is read in pages', async () => {
    expect(await names()).toEqual(['Autumn', 'Spring', 'summer', 'winter']);
    const { data } = await run(LIST, { first: 3 });
    expect(data.snippets).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } });
    expect(await names({ after: data.snippets.pageInfo.endCursor })).toEqual(['winter']);
    expect((await run(LIST, { after: 'x' })).code).toBe('PAGE_INVALID');
  });

  test('can be searched by name and by text', async () => {
    expect(await names({ text: ' MM ' })).toEqual(['summer']);
    expect(await names({ text: 'ngsale' })).toEqual(['Spring']);
    expect(await names({ text: '%' })).toEqual([]);
    expect(await names({ text: ' ' })).toHaveLength(4);
    expect((await run(LIST, { text: 'x'.repeat(201) })).code).toBe('FILTER_INVALID');
  });
});

test('an account has at most 500', async () => {
  await db.query(
    `INSERT INTO snippets (id, user_id, name, text, created_at, updated_at)
     SELECT lpad(to_hex(n), 12, '0') || $3, $1, 'Snippet ' || n, $2, now(), now() FROM generate_series(1, 499) n`,
    [account.userId, 'Text', newId().slice(12)],
  );
  const codes = await Promise.all(['a', 'b'].map((name) => refusal(CREATE, { name, text: 'Text' })));
  expect(codes.toSorted()).toEqual(['SNIPPET_LIMIT_REACHED', undefined]);
});

describe('a filled snippet', () => {
  const fill = (snippetId: string, values?: object[]) => run(FILLED, { snippetId, values });

  test('has a value for each placeholder, taken as it is', async () => {
    const { id } = await create('Launch', '{{a}} & {{ b }}, {{a}} {{}} {c}');
    const { data } = await fill(id, [
      { name: 'b', value: '$& {{a}}' },
      { name: 'a', value: '' },
    ]);
    expect(data.filledSnippet).toBe(' & $& {{a}},  {{}} {c}');
  });

  test('is the text if it has no placeholders', async () => {
    const { id } = await create('Tags', '#one #two');
    expect((await fill(id)).data.filledSnippet).toBe('#one #two');
    expect((await fill(id, [{ name: 'a', value: 'b' }])).error).toMatchObject({
      message: 'This snippet has no placeholders: give no values',
    });
  });

  test.each([
    ['no value', []],
    ['a value that is missing', [{ name: 'a', value: '1' }]],
    ['a value of an unknown name', ['a', 'c'].map((name) => ({ name, value: '1' }))],
    ['two values of one name', ['a', 'b', 'b'].map((name) => ({ name, value: '1' }))],
    ['a value that is too long', ['a', 'b'].map((name) => ({ name, value: 'x'.repeat(1_001) }))],
  ])('is refused for %s, with the placeholders', async (_, values) => {
    const { id } = await create('Launch', '{{a}} {{b}}');
    expect((await fill(id, values)).error).toMatchObject({
      message: 'Give one value of at most 1,000 characters for each of: a, b',
      extensions: { code: 'SNIPPET_VALUES_INVALID', placeholders: ['a', 'b'] },
    });
  });

  test('is refused for a value that no platform can show', async () => {
    const { id } = await create('Launch', '{{a}}');
    expect((await fill(id, [{ name: 'a', value: '\0' }])).code).toBe('TEXT_NOT_PUBLISHABLE');
  });
});

test('the examples of the guide', async () => {
  const [creating = '', filling = ''] = codeBlocks('docs/guides/snippets.md').map(({ code }) => code);
  const { snippet } = (await run(creating, {})).data.createSnippet;
  expect(snippet.placeholders).toEqual(['product', 'shop']);
  const { data } = await run(filling, { id: snippet.id });
  expect(data.filledSnippet).toBe('Meet green tea, at Leaf & Co now.\n#launch #new');
});

describe('snippets of another account', () => {
  test('do not exist', async () => {
    const { id } = await create('Launch');
    const other = await (await createAccount(db)).session();
    expect(await names({}, other)).toEqual([]);
    expect(await refusal(UPDATE, { snippetId: id, name: 'Mine' }, other)).toBe('SNIPPET_NOT_FOUND');
    expect(await refusal(DELETE, { snippetId: id }, other)).toBe('SNIPPET_NOT_FOUND');
    expect((await run(FILLED, { snippetId: id }, other)).code).toBe('SNIPPET_NOT_FOUND');
    expect((await run('query ($id: ID!) { node(id: $id) { id } }', { id }, other)).data.node).toBeNull();
    expect(await names()).toEqual(['Launch']);
  });

  test('of a managed user are separate', async () => {
    const managed = { ...owner, 'x-service-user-id': await account.manage() };
    await create('Launch');
    await create('Launch', 'Text of the client', managed);
    expect(await listed({}, managed)).toMatchObject([{ name: 'Launch', text: 'Text of the client' }]);
    expect(await listed()).toMatchObject([{ name: 'Launch', text: 'Text' }]);
  });
});

describe('an API key', () => {
  test('writes snippets with the scope DRAFT, and reads them with READ', async () => {
    const key = async (...scopes: string[]) => ({ 'x-api-key': await account.newKey({ scopes } as never) });
    await create('Launch', 'Text', await key('READ', 'DRAFT'));
    const reader = await key('READ');
    expect(await names({}, reader)).toEqual(['Launch']);
    expect(await refusal(CREATE, { name: 'Other', text: 'Text' }, reader)).toBe('API_KEY_SCOPE_REQUIRED');
  });
});
