/** Comments on the stand-ins whose comments are no posts: what they take, refuse and list. */
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { type MediaFiles, openMediaFiles } from '../platforms/media-files.js';
import { video } from './files.js';
import { graphClient, refusal, tokenWith } from './graph-support.js';
import { call, closeSandboxes, demo, sandbox } from './support.js';

afterEach(closeSandboxes);

let files: MediaFiles;
beforeAll(async () => {
  files = await openMediaFiles();
});
afterAll(() => files.close());

let box: Sandbox;
beforeEach(async () => {
  box = await sandbox();
});

type Json = Record<string, unknown>;

describe('photogram', () => {
  let account: SandboxAccount;
  let graph: ReturnType<typeof graphClient>;
  beforeEach(() => {
    account = demo(box, 'photogram');
    graph = graphClient(account, 'v25.0');
  });
  const publish = async (fields: Record<string, string> = {}): Promise<string> => {
    const { url } = await files.image();
    const container = await graph.post(`/${account.accountId}/media`, { image_url: url, ...fields });
    return (await graph.post(`/${account.accountId}/media_publish`, { creation_id: container.body.id })).body.id;
  };

  test('lists the comments on a post, newest first, and not among the posts', async () => {
    const post = await publish();
    const [one, two] = [
      await graph.post(`/${post}/comments`, { message: 'One' }),
      await graph.post(`/${post}/comments`, { message: 'Two' }),
    ];
    const { data } = (await graph.get(`/${post}/comments`, { fields: 'text,user' })).body;
    const user = { id: account.accountId };
    expect(data).toEqual([
      { id: two.body.id, text: 'Two', user },
      { id: one.body.id, text: 'One', user },
    ]);
    expect((await graph.get(`/${account.accountId}/media`)).body.data).toEqual([{ id: post }]);
    expect(await graph.get(`/${one.body.id}`)).toMatchObject(refusal(100, 33));
  });

  test('refuses a comment without text, too long, on a story, on nothing, or without the scope', async () => {
    const post = await publish();
    const comment = (on: string, fields: Record<string, string>, token?: string) =>
      graph.post(`/${on}/comments`, fields, token);
    expect((await comment(post, { message: 'a'.repeat(2200) })).status).toBe(200);
    for (const fields of [{}, { message: ' ' }, { message: 'a'.repeat(2201) }, { message: 'x', text: 'x' }]) {
      expect(await comment(post, fields as Record<string, string>)).toMatchObject(refusal(100));
    }
    const story = await publish({ media_type: 'STORIES' });
    expect(await comment(story, { message: 'x' })).toMatchObject(refusal(100, 33));
    expect(await comment('17000000000000001', { message: 'x' })).toMatchObject(refusal(100, 33));
    const scopes = ['instagram_business_basic', 'instagram_business_content_publish'];
    expect(await comment(post, { message: 'x' }, await tokenWith(box, account, scopes))).toMatchObject(refusal(10));
  });
});

describe('socialpage', () => {
  let account: SandboxAccount;
  let graph: ReturnType<typeof graphClient>;
  let post: string;
  beforeEach(async () => {
    account = demo(box, 'socialpage');
    graph = graphClient(account, 'v25.0');
    post = (await graph.post(`/${account.accountId}/feed`, { message: 'The post' })).body.id;
  });

  test('lists the comments on a post in the requested order, shows each, and deletes them with it', async () => {
    const [one, two] = [
      (await graph.post(`/${post}/comments`, { message: 'One' })).body.id,
      (await graph.post(`/${post}/comments`, { message: 'Two' })).body.id,
    ];
    expect(one).toMatch(new RegExp(`^${post.replace(/^\d+_/, '')}_\\d{17}$`));
    const idsOf = async (query: Record<string, string> = {}) =>
      (await graph.get(`/${post}/comments`, query)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf()).toEqual([one, two]);
    expect(await idsOf({ order: 'reverse_chronological' })).toEqual([two, one]);
    const { body } = await graph.get(`/${one}`, { fields: 'message,from,permalink_url' });
    expect(body).toMatchObject({ id: one, message: 'One', from: { id: account.accountId } });
    expect((await call(body.permalink_url, { redirect: 'manual' })).status).toBe(303);
    const posts = (await graph.get(`/${account.accountId}/published_posts`)).body.data;
    expect(posts).toEqual([{ id: post }]);
    const url = `${account.baseUrl}/v25.0/${post}`;
    await call(url, { method: 'DELETE', headers: { authorization: `Bearer ${account.credentials.accessToken}` } });
    expect(box.posts()).toEqual([]);
  });

  test('refuses a comment without text, too long, with more, or on nothing', async () => {
    expect((await graph.post(`/${post}/comments`, { message: 'a'.repeat(8000) })).status).toBe(200);
    for (const fields of [{}, { message: 'a'.repeat(8001) }, { message: 'x', link: 'https://example.com' }]) {
      expect(await graph.post(`/${post}/comments`, fields as Record<string, string>)).toMatchObject(refusal(100));
    }
    expect(await graph.post('/1_1/comments', { message: 'x' })).toMatchObject(refusal(100, 33));
    expect(await graph.get(`/${post}/comments`, { order: 'random' })).toMatchObject(refusal(100));
  });
});

describe('videohub', () => {
  let account: SandboxAccount;
  beforeEach(() => {
    account = demo(box, 'videohub');
  });
  const headers = () => ({ authorization: `Bearer ${account.credentials.accessToken}` });
  const threads = (query = 'part=snippet') => `${account.baseUrl}/youtube/v3/commentThreads?${query}`;
  const upload = async (privacyStatus: string): Promise<string> => {
    const announced = await call(
      `${account.baseUrl}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`,
      {
        json: {
          snippet: { title: 'A title', categoryId: '22' },
          status: { privacyStatus, selfDeclaredMadeForKids: false },
        },
        headers: {
          ...headers(),
          'x-upload-content-length': String(video().length),
          'x-upload-content-type': 'video/mp4',
        },
      },
    );
    const session = announced.headers.get('location') ?? '';
    return (await call(session, { method: 'PUT', body: Uint8Array.from(video()), headers: headers() })).body.id;
  };
  const comment = (snippet: Json) => call(threads(), { json: { snippet }, headers: headers() });
  const on = (videoId: string, textOriginal: string): Json => ({
    channelId: account.accountId,
    videoId,
    topLevelComment: { snippet: { textOriginal } },
  });
  const reasonOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.error?.errors[0]?.reason];

  test('lists the comments on a video in pages, newest first', async () => {
    const id = await upload('public');
    for (const text of ['One', 'Two & <three>']) expect((await comment(on(id, text))).status).toBe(200);
    const first = await call(threads(`part=snippet&videoId=${id}&maxResults=1&textFormat=plainText`), {
      headers: headers(),
    });
    const textOf = (answer: typeof first) =>
      answer.body.items.map((item: { snippet: { topLevelComment: { snippet: Json } } }) => {
        const { textDisplay, authorChannelId } = item.snippet.topLevelComment.snippet;
        return [textDisplay, authorChannelId];
      });
    const author = { value: account.accountId };
    expect(textOf(first)).toEqual([['Two & <three>', author]]);
    const rest = `part=snippet&videoId=${id}&maxResults=1&pageToken=${first.body.nextPageToken}`;
    expect(textOf(await call(threads(rest), { headers: headers() }))).toEqual([['One', author]]);
    const html = await call(threads(`part=snippet&videoId=${id}`), { headers: headers() });
    expect(textOf(html)[0]).toEqual(['Two &amp; &lt;three&gt;', author]);
  });

  test('refuses with the documented reasons', async () => {
    const id = await upload('public');
    expect(reasonOf(await comment({ ...on(id, 'x'), videoId: '' }))).toEqual([400, 'channelOrVideoIdMissing']);
    expect(reasonOf(await comment(on(id, ' ')))).toEqual([400, 'commentTextRequired']);
    expect(reasonOf(await comment(on(id, 'a'.repeat(10_001))))).toEqual([400, 'commentTextTooLong']);
    expect((await comment(on(id, 'a'.repeat(10_000)))).status).toBe(200);
    expect(reasonOf(await comment(on('other-video', 'x')))).toEqual([404, 'videoNotFound']);
    expect(reasonOf(await comment({ ...on(id, 'x'), channelId: 'UCother' }))).toEqual([404, 'channelNotFound']);
    expect(reasonOf(await comment(on(await upload('private'), 'x')))).toEqual([403, 'commentsDisabled']);
    expect(reasonOf(await comment({ ...on(id, 'x'), more: true }))).toEqual([400, 'invalidParameter']);
  });
});
