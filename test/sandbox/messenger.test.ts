import { botUrl, call, closeSandboxes, demo, message, sandbox } from './support.js';

afterEach(closeSandboxes);

const start = async () => {
  const box = await sandbox();
  return { box, account: demo(box, 'messenger') };
};

describe('publishing on messenger', () => {
  test('the response to a message has its id, time and chat', async () => {
    const { box, account } = await start();
    const { status, body } = await message(account, { text: 'Hello https://example.org and #you' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, result: { message_id: 1, chat: { id: -1001234567890, type: 'channel' } } });
    expect(Math.abs(body.result.date - Date.now() / 1000)).toBeLessThan(5);
    expect(body.result.entities).toEqual([
      { offset: 6, length: 19, type: 'url' },
      { offset: 30, length: 4, type: 'hashtag' },
    ]);
    expect(box.posts()).toMatchObject([{ platform: 'messenger', postedId: '1', accountId: account.accountId }]);
  });

  test('parameters come as JSON, as a form or in the query', async () => {
    const { box, account } = await start();
    const form = new URLSearchParams({ chat_id: account.accountId, text: 'form', disable_notification: 'true' });
    expect((await call(botUrl(account, 'sendMessage'), { method: 'POST', body: form })).status).toBe(200);
    form.set('text', 'query');
    expect((await call(`${botUrl(account, 'SendMessage')}?${form}`)).status).toBe(200);
    expect((await message(account, { text: 'JSON', chat_id: Number(account.accountId) })).status).toBe(200);
    expect((await message(account, { text: 'name', chat_id: '@demo_channel' })).status).toBe(200);
    expect(box.posts().map(({ text }) => text)).toEqual(['form', 'query', 'JSON', 'name']);
  });

  test('a message repeated is a second message: there is nothing to tell them apart', async () => {
    const { box, account } = await start();
    await message(account, { text: 'twice' });
    expect((await message(account, { text: 'twice' })).body.result.message_id).toBe(2);
    expect(box.posts()).toHaveLength(2);
  });

  test('a reply names the message it answers', async () => {
    const { account } = await start();
    await message(account, { text: 'first' });
    const { body } = await message(account, { text: 'second', reply_parameters: { message_id: 1 } });
    expect(body.result.reply_to_message).toMatchObject({ message_id: 1, text: 'first' });
  });

  test('4096 UTF-16 units are taken', async () => {
    const { account } = await start();
    expect((await message(account, { text: '👍'.repeat(2048) })).status).toBe(200);
  });
});

describe('messenger refuses', () => {
  test.each([
    ['an empty text', { text: ' ' }, 'message text is empty'],
    ['a missing text', {}, 'message text is empty'],
    ['4097 UTF-16 units', { text: `${'👍'.repeat(2048)}x` }, 'message is too long'],
    ['a text that is no text', { text: {} }, 'field "text" must be of type String'],
    ['an unknown chat', { text: 'a', chat_id: -1009 }, 'chat not found'],
    ['an empty chat', { text: 'a', chat_id: '' }, 'chat_id is empty'],
    ['an unknown parameter', { text: 'a', txt: 'b' }, 'unknown parameter "txt"'],
    ['an unknown way to parse', { text: 'a', parse_mode: 'rtf' }, 'unsupported parse_mode'],
    [
      'a preview that is no object',
      { text: 'a', link_preview_options: true },
      'object expected as link preview options',
    ],
    ['a reply to nothing', { text: 'a', reply_parameters: { message_id: 9 } }, 'message to be replied not found'],
  ])('%s with 400', async (_what, form, reason) => {
    const { box, account } = await start();
    const description = `Bad Request: ${reason}`;
    expect(await message(account, form)).toMatchObject({
      status: 400,
      body: { ok: false, error_code: 400, description },
    });
    expect(box.posts()).toEqual([]);
  });

  test('an unknown token with 401', async () => {
    const { account } = await start();
    const wrong = { ...account, credentials: { ...account.credentials, botToken: '1:wrong' } };
    const body = { ok: false, error_code: 401, description: 'Unauthorized' };
    expect(await message(wrong, { text: 'a' })).toMatchObject({ status: 401, body });
  });

  test('an unknown method and an unknown address with 404', async () => {
    const { account } = await start();
    const body = { ok: false, error_code: 404, description: 'Not Found' };
    expect(await call(botUrl(account, 'sendFax'))).toMatchObject({ status: 404, body });
    expect(await call(botUrl(account, 'constructor'))).toMatchObject({ status: 404, body });
    expect(await call(`${account.baseUrl}/sendMessage`)).toMatchObject({ status: 404, body });
  });

  test('JSON that cannot be read with 400', async () => {
    const { account } = await start();
    const headers = { 'content-type': 'application/json' };
    const answer = await call(botUrl(account, 'sendMessage'), { method: 'POST', body: '{', headers });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error_code: 400 } });
  });
});

test('a bot can ask who it is, about its chat and its rights there', async () => {
  const { account } = await start();
  const me = (await call(botUrl(account, 'getMe'))).body.result;
  expect(me).toMatchObject({ id: 123456789, is_bot: true, username: 'demo_channel_bot' });
  const query = `chat_id=${account.accountId}`;
  expect((await call(`${botUrl(account, 'getChat')}?${query}`)).body.result).toMatchObject({
    username: 'demo_channel',
  });
  const member = await call(`${botUrl(account, 'getChatMember')}?${query}&user_id=${me.id}`);
  expect(member.body.result).toMatchObject({ status: 'administrator', can_post_messages: true, user: { id: me.id } });
  expect(await call(`${botUrl(account, 'getChatMember')}?${query}&user_id=5`)).toMatchObject({ status: 400 });
});
