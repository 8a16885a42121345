/** fediverse against a real server of its API. */
import sharp from 'sharp';
import { purposeOf } from '../faults/publishing-requests.js';
import { textOf } from '../http/login-support.js';
import { FAULTS, type Fault, type FaultProxy, startProxy } from './proxy.js';
import { type Contents, type MediaFile, makeContents, type Publishing, startPublishing } from './publishing.js';
import { bringSnac, type Snac, type SnacAccount, type Status, startSnac } from './snac.js';

const brought = await bringSnac();

if ('reason' in brought) {
  test.skip(`fediverse is skipped: Debian's package snac2 cannot be had here (${brought.reason.split('\n')[0]})`, () =>
    undefined);
} else {
  describe('a fediverse server', () => againstServer(brought.program));
}

const CUT: Fault = 'the request is cut in the middle';

/** This server keeps no more of an alternative text. */
const firstLine = (text: string) => text.split('\n')[0];

const KINDS = ['text', 'images', 'video'] as const;

/** An account that is connected through a separate proxy. */
interface Connected extends SnacAccount {
  proxy: FaultProxy;
  platformId: string;
}

function againstServer(program: string): void {
  let snac: Snac;
  let publishing: Publishing;
  let contents: Contents;
  let unused: SnacAccount[];
  let ann: Connected;
  const proxies: FaultProxy[] = [];

  beforeAll(async () => {
    const count = 2 + FAULTS.length * KINDS.length;
    snac = await startSnac(program, count);
    [publishing, contents] = await Promise.all([startPublishing(), makeContents()]);
    unused = [...snac.accounts];
    ann = await connect();
  }, 300_000);
  afterEach(() => ann.proxy.pass());
  afterAll(async () => {
    await publishing?.close();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await snac?.close();
  });

  /** Signs in at the server, as a person does in a browser. */
  async function logIn({ login, password }: SnacAccount, server: string): Promise<string> {
    const before = await publishing.connected();
    const { browser } = publishing;
    const start = `${publishing.url}/auth/fediverse/start?${new URLSearchParams({ instance: server })}`;
    const page = await browser.open(start);
    const done = await browser.send(page, page.forms[0], { login, passwd: password });
    expect(textOf(done)).toContain(`${login} is connected`);
    const [platformId = '', ...others] = (await publishing.connected()).filter((id) => !before.includes(id));
    expect(others).toEqual([]);
    return platformId;
  }

  /** Connects an account that no test has used. */
  async function connect(): Promise<Connected> {
    const account = unused.shift();
    if (!account) throw new Error('The server has no account left');
    const proxy = await startProxy(snac.port);
    proxies.push(proxy);
    const platformId = await logIn(account, proxy.url);
    proxy.pass();
    return { ...account, proxy, platformId };
  }

  /** Publishes, and answers the one status that this made. */
  async function publishOnce(
    { login, platformId, proxy }: Connected,
    content: string,
    media: readonly MediaFile[] = [],
    fault?: Fault,
  ): Promise<Status> {
    const before = new Set((await snac.statuses(login)).map(({ id }) => id));
    const published = await publishing.publish(platformId, content, media);
    expect(published).toMatchObject({ status: 'PUBLISHED', error: null });
    // This server also makes a status of the half of a form that came to it.
    const isWhole = ({ content: html, media_attachments: attachments }: Status) =>
      html.includes(content) && attachments.length === media.length;
    const made = (await snac.statuses(login)).filter(
      (status) => !before.has(status.id) && (fault !== CUT || isWhole(status)),
    );
    expect(made.map(({ id }) => id)).toEqual([published.postedId]);
    const writes = proxy.passed.filter(
      (passed) => purposeOf('fediverse', { ...passed, range: '', body: '' }) === 'publish',
    );
    expect(writes.filter(({ delivered }) => delivered)).toHaveLength(1);
    const [status] = made as [Status];
    expect(published.url).toBe(status.url);
    return status;
  }

  test('a status is public and has the text, its link, mention and hashtag', async () => {
    const bob = snac.accounts.at(-1)?.login;
    const text = `👋🏽 世界 https://example.com/a?b=c and @${bob} like #publishing`;
    const status = await publishOnce(ann, text);
    expect(status).toMatchObject({
      visibility: 'public',
      sensitive: false,
      spoiler_text: '',
      in_reply_to_id: null,
      media_attachments: [],
    });
    expect(status.content).toContain('👋🏽 世界 ');
    expect(status.content).toContain('<a href="https://example.com/a?b=c"');
    expect(status.tags.map(({ name }) => name)).toEqual(['publishing']);
    expect(status.mentions.map(({ url }) => url)).toEqual([`${snac.url}/${bob}`]);
  });

  test('images keep their order, alternative texts and sizes', async () => {
    const { media_attachments: attachments } = await publishOnce(ann, 'Two images', contents.images);
    expect(attachments.map(({ type, description }) => ({ type, description }))).toEqual(
      contents.images.map(({ altText }) => ({ type: 'image', description: firstLine(altText) })),
    );
    expect(await Promise.all(attachments.map(sizeOf))).toEqual([
      [600, 400],
      [300, 500],
    ]);
  });

  test('files of one name are each kept', async () => {
    const [first, second] = contents.images as [MediaFile, MediaFile];
    const one = await publishOnce(ann, 'One', [first]);
    ann.proxy.pass();
    const other = await publishOnce(ann, 'Another', [second]);
    const images = [one, other].flatMap(({ media_attachments: attachments }) => attachments);
    expect(await Promise.all(images.map(sizeOf))).toEqual([
      [600, 400],
      [300, 500],
    ]);
  });

  async function sizeOf({ url }: { url: string }) {
    const { width, height } = await sharp(await snac.file(url)).metadata();
    return [width, height];
  }

  test('a video keeps its alternative text and its bytes', async () => {
    const [video] = (await publishOnce(ann, 'A video', contents.video)).media_attachments;
    expect(video).toMatchObject({ type: 'video', description: 'It moves' });
    expect((await snac.file(video?.url ?? '')).subarray(4, 8).toString()).toBe('ftyp');
  });

  test.each(FAULTS)(
    '%s, at every request: one copy of every kind of post exists',
    async (fault) => {
      const publishAll = async (kind: keyof Contents, account: Connected) => {
        const media = contents[kind].slice(0, 1);
        for (let number = 1, reached = true; reached; number += 1) {
          account.proxy.plan(fault, number);
          const text = `${kind}, ${fault}, ${number}`;
          const status = await publishOnce(account, text, media, fault);
          expect(status.content).toContain(text);
          expect(status.media_attachments.map(({ description }) => description)).toEqual(
            media.map(({ altText }) => firstLine(altText)),
          );
          reached = account.proxy.passed.length >= number;
        }
      };
      // Their logins share a browser.
      const accounts = [await connect(), await connect(), await connect()];
      await Promise.all(accounts.map((account, index) => publishAll(KINDS[index] ?? 'text', account)));
    },
    300_000,
  );
}
