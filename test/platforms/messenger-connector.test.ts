import type { Http } from '../../src/foundation/http-client/http.js';
import { messenger } from '../../src/platforms/messenger/messenger.js';
import {
  amending,
  answering,
  attachedOf,
  makeAnswer,
  openAccount,
  openWorld,
  typedFor,
  type World,
} from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const attach = (values: Record<string, string>, http: Http = world.http) =>
  messenger.connector.attach(http, values, world.box.baseUrls.messenger);
const someone = () => {
  const account = world.box.createAccount('messenger');
  return { account, values: typedFor(messenger, account) };
};

/** A client whose bot is this in its chat. */
const standing = (member: object, chat: object = {}): Http => {
  const inside = (change: object) => (json: unknown) => {
    const { result } = json as { result: object };
    return { ok: true, result: { ...result, ...change } };
  };
  return amending(amending(world.http, '/getChatMember', inside(member)), '/getChat', inside(chat));
};

test('a channel is identified by its number, also if it was given by name', async () => {
  const { account, values } = someone();
  const { accountId, username, displayName, credentials } = account;
  const expected = {
    accountId,
    username,
    displayName,
    profileUrl: `${account.baseUrl}/${username}`,
    profileImageUrl: null,
    baseUrl: null,
    credentials,
    expiresAt: null,
  };
  expect(values.chatId).toBe(`@${username}`);
  expect(attachedOf(await attach(values))).toEqual(expected);
  expect(attachedOf(await attach({ ...values, chatId: accountId }))).toEqual(expected);
});

test('a group without a name is called by its title', async () => {
  const { values } = someone();
  const group = standing({ status: 'member' }, { type: 'group', title: 'Friends', username: undefined });
  expect(attachedOf(await attach(values, group))).toMatchObject({
    username: 'Friends',
    displayName: 'Friends',
    profileUrl: null,
  });
});

test.each([
  ['botToken', 'token', 'must be a bot token, such as 123456:ABC-DEF'],
  ['botToken', '1:a/../../x', 'must be a bot token, such as 123456:ABC-DEF'],
  ['chatId', 'name', 'must be the number of a channel or group, such as -1001234567890, or its @name'],
  ['chatId', '12345', 'must be the number of a channel or group, such as -1001234567890, or its @name'],
  [
    'chatId',
    'https://example.com/name',
    'must be the number of a channel or group, such as -1001234567890, or its @name',
  ],
])('the field %s cannot be %j', async (field, value, reason) => {
  const before = world.box.requests().length;
  expect(await attach({ ...someone().values, [field]: value })).toEqual({ kind: 'invalid', field, reason });
  expect(world.box.requests()).toHaveLength(before);
});

const CHANNEL = { type: 'channel' };
const GROUP = { type: 'supergroup' };

test.each([
  ['a member of a channel', { status: 'member' }, CHANNEL],
  ['an administrator of a channel who may not post', { can_post_messages: false }, CHANNEL],
  ['no longer in a channel', { status: 'left' }, CHANNEL],
  ['kicked from a channel', { status: 'kicked' }, CHANNEL],
  [
    'a member of a group where members may not write',
    { status: 'member' },
    { ...GROUP, permissions: { can_send_messages: false } },
  ],
  ['restricted in a group', { status: 'restricted', is_member: true, can_send_messages: false }, GROUP],
  ['restricted in a group that it left', { status: 'restricted', is_member: false, can_send_messages: true }, GROUP],
  ['no longer in a group', { status: 'left' }, GROUP],
])('a bot that is %s may not post: the failure says what to do', async (_what, member, chat) => {
  const { account, values } = someone();
  const expected = {
    kind: 'failed',
    failure: {
      code: 'PERMISSION_DENIED',
      outcome: 'rejected',
      message: expect.stringContaining(
        'add the bot to it, and in a channel make it an administrator who can post messages',
      ),
    },
  };
  expect(await attach(values, standing(member, chat))).toMatchObject(expected);
  expect(await messenger.probe(standing(member, chat), account)).toMatchObject(expected);
});

test.each([
  ['an administrator of a group', {}, GROUP],
  ['a member of a group', { status: 'member' }, GROUP],
  [
    'a member of a group where members write',
    { status: 'member' },
    { ...GROUP, permissions: { can_send_messages: true } },
  ],
  [
    'restricted in a group, but not in texts',
    { status: 'restricted', is_member: true, can_send_messages: true },
    GROUP,
  ],
])('a bot that is %s may post', async (_what, member, chat) => {
  expect(await attach(someone().values, standing(member, chat))).toMatchObject({ kind: 'attached' });
});

test('a chat that the bot does not see is a failure that says what to do', async () => {
  const other = someone().account;
  const attachment = await attach({ ...someone().values, chatId: `@${other.username}` });
  expect(attachment).toMatchObject({
    kind: 'failed',
    failure: {
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('add the bot to it'),
      platformStatusCode: 400,
      platformError: expect.stringContaining('chat not found'),
    },
  });
});

test('a probe returns the bot and its rights', async () => {
  const account = await openAccount(world, messenger);
  expect(await messenger.probe(world.http, account)).toEqual({
    kind: 'working',
    displayName: expect.stringContaining('on messenger'),
    permissions: ['can_manage_chat', 'can_post_messages', 'can_edit_messages', 'can_delete_messages'],
  });
});

test.each([{ type: 'mtproto', session: 'secret' }, { botToken: 'no token', chatId: '-1' }, {}])(
  'a connection with the credentials %j has no bot',
  async (credentials) => {
    const http = answering(() => makeAnswer(500, ''));
    const account = {
      accountId: '-1',
      baseUrl: 'http://messenger.test',
      credentials: credentials as Record<string, string>,
    };
    expect(await messenger.probe(http, account)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', message: 'Invalid bot token' },
    });
  },
);
