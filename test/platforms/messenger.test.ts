import { messenger } from '../../src/platforms/messenger/messenger.js';
import { answering, makeAnswer, makePart, openAccount, openWorld, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a message goes to the chat of the connection, as plain text', async () => {
  const account = await openAccount(world, messenger);
  const text = '*not* _markup_ <b>';
  const step = await messenger.publisher(world.http).start(makePart(text), account);
  expect(step).toEqual({ kind: 'published', postedId: expect.stringMatching(/^\d+$/) });
  expect(world.box.requests().at(-1)?.body).toEqual({ chat_id: account.credentials.chatId, text });
});

test('nobody is asked whether a message is there', async () => {
  const account = await openAccount(world, messenger);
  const before = world.box.requests().length;
  expect(await messenger.publisher(world.http).look(makePart('Hello'), account, null)).toEqual({
    kind: 'unanswerable',
  });
  expect(world.box.requests()).toHaveLength(before);
});

test.each(['1:a/../../x', '1:a?x=', 'token', '1:a b', ''])(
  'a token %j that could change the path is not used',
  async (botToken) => {
    let asked = 0;
    const http = answering(() => {
      asked += 1;
      return makeAnswer(200, '');
    });
    const account = { accountId: '1', baseUrl: 'http://messenger.test', credentials: { botToken, chatId: '1' } };
    expect(await messenger.publisher(http).start(makePart('Hello'), account)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
    expect(asked).toBe(0);
  },
);
