/** Crop and focus of images: what reaches each platform, pixel by pixel, what stays, and what is refused. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { file, type MediaSource, openMediaSource } from '../media/media-source.js';
import { animation } from '../media/support.js';
import { codeBlocks } from '../support/documents.js';
import { graphql } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';
import { makeVideo } from '../support/video-file.js';
import { LATER, makeEditing, now } from './editing.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks' },
});
const editing = await makeEditing(db, service);
const { headers, account } = editing;

/** 400 x 200, in quarters: red, green, blue, yellow. */
const COLORS = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], yellow: [255, 255, 0] } as const;
type Color = keyof typeof COLORS;
const quarter = (name: Color) => {
  const [r, g, b] = COLORS[name];
  return sharp({ create: { width: 200, height: 100, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
};
const [red, green, blue, yellow] = await Promise.all([
  quarter('red'),
  quarter('green'),
  quarter('blue'),
  quarter('yellow'),
]);
const four = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'white' } })
  .composite([
    { input: red, left: 0, top: 0 },
    { input: green, left: 200, top: 0 },
    { input: blue, left: 0, top: 100 },
    { input: yellow, left: 200, top: 100 },
  ])
  .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
  .toBuffer();
/** The same to the eye: the pixels are turned, and EXIF turns them back. */
const turned = await sharp(four)
  .rotate(270)
  .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
  .withMetadata({ orientation: 6 })
  .toBuffer();

/** 200 x 800: red, green, blue, yellow from the top. */
const square = (input: Buffer) => sharp(input).resize({ width: 200, height: 200, fit: 'fill' }).png().toBuffer();
const tall = await sharp({ create: { width: 200, height: 800, channels: 3, background: 'white' } })
  .composite(
    (await Promise.all([red, green, blue, yellow].map(square))).map((input, index) => ({
      input,
      left: 0,
      top: 200 * index,
    })),
  )
  .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
  .toBuffer();

const LEFT_HALF = { x: 0, y: 0, width: 0.5, height: 1 };
const BOTTOM_RIGHT = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };

let source: MediaSource;
beforeAll(async () => {
  source = await openMediaSource();
  source.answers = { '/four.jpg': file(four), '/turned.jpg': file(turned) };
});
afterAll(async () => {
  source?.close();
  await editing.sandbox.close();
});

const FRAMINGS = 'framings { platform crop { x y width height } focus { x y } }';
interface Framed {
  platform: string | null;
  crop: object | null;
  focus: object | null;
}
const framingsOf = async (id: string): Promise<Framed[][]> => {
  const query = `query ($id: ID!) { postGroup(id: $id) { media { edges { node { ${FRAMINGS} } } } } }`;
  const { data } = await graphql(service, headers, query, { id });
  return nodesOf(data.postGroup.media).map(({ framings }) => framings);
};

/** A file that was uploaded without a post. */
async function uploaded(bytes: Buffer, contentType = 'image/jpeg', type = 'IMAGE'): Promise<string> {
  const { uploadUrl, media } = await editing.open({ fileName: 'picture', contentType, type });
  const sent = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(bytes),
  });
  expect(sent.status).toBe(200);
  await editing.succeed('completeUpload', { mediaId: media.id });
  return media.id;
}

/** An object of the storage: its first line is about it. */
async function stored(key: string): Promise<Buffer> {
  const bytes = await readFile(path.join(process.env.TEST_DATA_DIR ?? '', 'objects', key.replaceAll('/', '+')));
  return bytes.subarray(bytes.indexOf('\n') + 1);
}

/** The files that an account has on its platform, with the pixels of the conversion that has the same bytes. */
async function received({ accountId }: SandboxAccount) {
  const [post] = editing.sandbox.posts({ accountId });
  const keys = await db.query<{ key: string }>(
    'SELECT c.file_name AS key FROM media_conversions c JOIN media m ON m.id = c.media_id WHERE m.user_id = $1',
    [account.userId],
  );
  const objects = await Promise.all(keys.map(({ key }) => stored(key)));
  return Promise.all(
    (post?.media ?? []).map(async ({ sha256, width, height }) => {
      const bytes = objects.find((one) => createHash('sha256').update(one).digest('hex') === sha256);
      if (!bytes) throw new Error('No conversion has these bytes');
      return { size: [width, height], colors: await colorsOf(bytes) };
    }),
  );
}

/** The colours just inside of the four corners. */
async function colorsOf(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
  const [right, bottom] = [info.width - 2, info.height - 2];
  return [at(1, 1), at(right, 1), at(1, bottom), at(right, bottom)].map(
    (pixel) =>
      Object.entries(COLORS).find(([, color]) =>
        color.every((value, index) => Math.abs(value - (pixel[index] ?? 0)) < 60),
      )?.[0] ?? String(pixel),
  );
}

const at = (name: string) => source.origin + name;
const published = async (id: string) => {
  expect(await editing.ended(id)).toMatchObject({ status: 'PUBLISHED' });
};

describe('what reaches a platform', () => {
  test.each(['/four.jpg', '/turned.jpg'])('is the crop for it, else the one for all: %s', async (name) => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed', 'photogram');
    const [fediverse, skyfeed, photogram] = accounts as [SandboxAccount, SandboxAccount, SandboxAccount];
    const framings = [{ platform: 'FEDIVERSE', crop: BOTTOM_RIGHT, focus: { x: 0.75, y: 0.5 } }, { crop: LEFT_HALF }];
    const created = await editing.create({
      ...{ content: 'Framed', platformIds, scheduledTime: now() },
      media: [{ url: at(name), framings }],
    });
    await published(created.id);
    const half = { size: [200, 200], colors: ['red', 'red', 'blue', 'blue'] };
    expect(await received(fediverse)).toEqual([{ size: [200, 100], colors: Array(4).fill('yellow') }]);
    expect(await received(skyfeed)).toEqual([half]);
    expect(await received(photogram)).toEqual([half]);
    // The focus is the middle of the upper edge of what was sent.
    const upload = editing.sandbox.requests().findLast(({ path }) => path === '/api/v2/media');
    expect(upload?.body).toMatchObject({ fields: { focus: '0.00,1.00' } });
    expect(await framingsOf(created.id)).toEqual([
      [
        { platform: null, crop: LEFT_HALF, focus: null },
        { platform: 'FEDIVERSE', crop: BOTTOM_RIGHT, focus: { x: 0.75, y: 0.5 } },
      ],
    ]);
    // The original is what was given.
    const [row] = await db.query<{ key: string }>('SELECT file_name AS key FROM media WHERE group_id = $1', [
      created.id,
    ]);
    expect(await stored(row?.key ?? '')).toEqual(name === '/four.jpg' ? four : turned);
  });

  test('is cut around the focus if a ratio requires a cut', async () => {
    source.answers['/tall.jpg'] = file(tall);
    const { accounts, platformIds } = await editing.connect('photogram');
    const framed = (y: number) => ({ url: at('/tall.jpg'), framings: [{ focus: { x: 0.5, y } }] });
    const media = [{ url: at('/tall.jpg') }, framed(0.1), framed(1)];
    const created = await editing.create({ content: 'Tall', platformIds, media, scheduledTime: now() });
    await published(created.id);
    expect(await received(accounts[0] as SandboxAccount)).toEqual(
      [
        ['green', 'green', 'blue', 'blue'],
        ['red', 'red', 'green', 'green'],
        ['blue', 'blue', 'yellow', 'yellow'],
      ].map((colors) => ({ size: [200, 250], colors })),
    );
  });

  test('is framed once, also of a copy of the post and of a file that was framed later', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed');
    const [fediverse, skyfeed] = accounts as [SandboxAccount, SandboxAccount];
    const [first = '', second = ''] = platformIds;
    const mediaId = await uploaded(four);
    const created = await editing.create({ content: 'Once', platformIds: [first], media: [{ mediaId }] });
    await editing.update(created.id, {
      framings: [{ mediaId, framings: [{ crop: LEFT_HALF }] }],
      scheduledTime: now(),
    });
    await published(created.id);
    const copy = await editing.succeed('duplicatePost', { postGroupId: created.id });
    await editing.update(copy.postGroupId, { platformIds: [second], scheduledTime: now() });
    await published(copy.postGroupId);
    const half = { size: [200, 200], colors: ['red', 'red', 'blue', 'blue'] };
    expect(await received(fediverse)).toEqual([half]);
    expect(await received(skyfeed)).toEqual([half]);
  });
});

describe('a framing', () => {
  test('stays with its file, and goes with it', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const [one, other] = await Promise.all([uploaded(four), uploaded(tall)]);
    const focus = { x: 0.25, y: 0.75 };
    const created = await editing.create({
      ...{ content: 'Two', platformIds },
      media: [
        { mediaId: one, framings: [{ crop: LEFT_HALF }] },
        { mediaId: other, framings: [{ focus }] },
      ],
    });
    const [cropped, focused] = [
      [{ platform: null, crop: LEFT_HALF, focus: null }],
      [{ platform: null, crop: null, focus }],
    ];
    expect(await framingsOf(created.id)).toEqual([cropped, focused]);
    await editing.update(created.id, { media: [{ mediaId: other }, { mediaId: one }] });
    expect(await framingsOf(created.id)).toEqual([focused, cropped]);
    await editing.update(created.id, { media: [{ mediaId: one }] });
    expect(await framingsOf(created.id)).toEqual([cropped]);
    await editing.update(created.id, { framings: [{ mediaId: one, framings: [] }] });
    expect(await framingsOf(created.id)).toEqual([[]]);
  });

  test('is a part of the history, and is restored', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const mediaId = await uploaded(four);
    const media = [{ mediaId, framings: [{ platform: 'SKYFEED', crop: LEFT_HALF }] }];
    const { id } = await editing.create({ content: 'Old', platformIds, media });
    await editing.update(id, { framings: [{ mediaId, framings: [{ focus: { x: 0, y: 0.5 } }] }] });
    const query = `query ($id: ID!) { postGroup(id: $id) { history { edges { node { number changes { field subject before after } } } } } }`;
    const { data } = await graphql(service, headers, query, { id });
    expect(nodesOf(data.postGroup.history)[0]).toEqual({
      number: 2,
      changes: [{ field: 'FRAMING', subject: 'picture', before: 'skyfeed: crop 0,0 0.5x1', after: 'all: focus 0,0.5' }],
    });
    const restore =
      'mutation ($input: RestorePostVersionInput!) { restorePostVersion(input: $input) { postGroup { id } } }';
    const { errors } = await graphql(service, headers, restore, { input: { postGroupId: id, number: 1 } });
    expect(errors).toBeUndefined();
    expect(await framingsOf(id)).toEqual([[{ platform: 'SKYFEED', crop: LEFT_HALF, focus: null }]]);
  });

  test('of the documentation is stored', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const mediaId = await uploaded(four);
    const { id } = await editing.create({ content: 'As documented', platformIds, media: [{ mediaId }] });
    const block = codeBlocks('docs/guides/media.md').find(({ runBy }) => runBy === 'test/graphql/framings.test.ts');
    const { errors } = await graphql(service, headers, block?.code ?? '', { postGroupId: id, mediaId });
    expect(errors).toBeUndefined();
    expect(await framingsOf(id)).toEqual([
      [
        { platform: null, crop: null, focus: { x: 0.5, y: 0.2 } },
        { platform: 'PHOTOGRAM', crop: { x: 0.25, y: 0, width: 0.5, height: 1 }, focus: null },
      ],
    ]);
  });

  test('outdates a request for approval, which shows what will be sent', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const mediaId = await uploaded(four);
    const media = [{ mediaId, framings: [{ crop: BOTTOM_RIGHT }] }];
    const { id } = await editing.create({ content: 'To approve', platformIds, media });
    const { browser } = await addMember(db, account.userId, 'CONTRIBUTOR');
    const request =
      'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state } } }';
    const input = { postGroupId: id, scheduledTime: LATER };
    expect((await graphql(service, browser, request, { input })).data.requestApproval.approval.state).toBe('PENDING');
    const link = 'mutation ($input: CreateApprovalLinkInput!) { createApprovalLink(input: $input) { url } }';
    const { data: created } = await graphql(service, await account.session(), link, {
      input: { postGroupIds: [id], name: 'Client', days: 1 },
    });
    const token = new URL(created.createApprovalLink.url).pathname.split('/').pop();
    const review =
      'query ($token: String!) { review(token: $token) { posts { texts { files { width height area { x y width height } } } } } }';
    const { data: reviewed } = await graphql(service, {}, review, { token });
    expect(reviewed.review.posts[0].texts).toEqual([{ files: [{ width: 200, height: 100, area: BOTTOM_RIGHT }] }]);
    await editing.update(id, { framings: [{ mediaId, framings: [{ crop: LEFT_HALF }] }] });
    const { data } = await graphql(service, browser, `{ postGroup(id: "${id}") { approval { state } } }`);
    expect(data.postGroup.approval.state).toBe('OUTDATED');
  });

  test('changes what validation and the preview say', async () => {
    const mediaId = await uploaded(tall);
    const query = `query ($input: ValidatePostInput!) {
      validatePost(input: $input) { warnings { code suggestions } }
      previewPost(input: $input) { files { width height area { x y width height } } }
    }`;
    const of = async (framings: object[]) => {
      const post = { content: 'Tall', platforms: ['PHOTOGRAM'], media: [{ mediaId, framings }] };
      const { data } = await graphql(service, headers, query, { input: { post } });
      return [
        data.validatePost.warnings.map((one: { suggestions: string[] }) => one.suggestions[0]),
        data.previewPost[0].files[0],
      ];
    };
    expect(await of([])).toEqual([
      ['It will be cropped around its centre when it is published'],
      { width: 200, height: 250, area: { x: 0, y: 0.34375, width: 1, height: 0.3125 } },
    ]);
    expect(await of([{ focus: { x: 0.5, y: 0 } }])).toEqual([
      ['It will be cropped around its focus when it is published'],
      { width: 200, height: 250, area: { x: 0, y: 0, width: 1, height: 0.3125 } },
    ]);
    const crop = { x: 0, y: 0.5, width: 1, height: 0.25 };
    expect(await of([{ crop }])).toEqual([[], { width: 200, height: 200, area: crop }]);
    // One for another platform changes nothing.
    expect(await of([{ platform: 'SKYFEED', crop }])).toEqual(await of([]));
  });
});

describe('refused', () => {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  test.each([
    ['nothing', [{}], 'a framing has a crop, a focus, or both'],
    ['a point outside', [{ focus: { x: 1.5, y: 0 } }], 'focus.x is 1.5, not a number from 0 to 1'],
    ['a negative one', [{ focus: { x: 0, y: -0.1 } }], 'focus.y is -0.1, not a number from 0 to 1'],
    ['an empty crop', [{ crop: { ...whole, height: 0 } }], 'the crop is empty'],
    [
      'a crop outside',
      [{ crop: { x: 0.5, y: 0, width: 0.75, height: 1 } }],
      'the crop is outside of the image: crop.x + crop.width is 1.25, more than 1',
    ],
    ['two for all', [{ crop: whole }, { focus: { x: 0, y: 0 } }], 'there are two framings for all platforms'],
    [
      'two for one platform',
      [1, 2].map(() => ({ platform: 'SKYFEED', crop: whole })),
      'there are two framings for skyfeed',
    ],
    ['too many', Array(13).fill({ crop: whole }), 'an image has at most 12 framings'],
    [
      'a crop that is too small',
      [{ crop: { x: 0, y: 0, width: 0.0375, height: 0.5 } }],
      'the crop leaves 15x100 pixels, fewer than 16x16',
    ],
  ])('%s', async (_what, framings, reason) => {
    const mediaId = await uploaded(four);
    const post = { content: 'A', platformIds: ['fediverse-1'], media: [{ mediaId, framings }] };
    const { platformIds } = await editing.connect('fediverse');
    expect(await editing.refused('createPost', { post: { ...post, platformIds } })).toMatchObject({
      ...{ code: 'FRAMING_INVALID', reason },
    });
  });

  test('a number that is none, before anything is executed', async () => {
    const document = `mutation { createPost(input: { post: { content: "A", platformIds: ["fediverse-1"],
      media: [{ url: "https://example.com/a.png", framings: [{ focus: { x: NaN, y: 0 } }] }] } }) { postGroupId } }`;
    const { errors } = await graphql(service, headers, document);
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test('a video and an animation, as soon as they are known', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const gif = await (await animation(60, 40)).gif().toBuffer();
    const [video, moving] = await Promise.all([
      uploaded(makeVideo(), 'video/mp4', 'VIDEO'),
      uploaded(gif, 'image/gif'),
    ]);
    for (const [mediaId, reason] of [
      [video, 'a video cannot be cropped and has no focus'],
      [moving, 'an animated image cannot be cropped and has no focus'],
    ]) {
      const { id } = await editing.create({ content: 'Moves', platformIds, media: [{ mediaId }] });
      const framings = [{ mediaId, framings: [{ crop: LEFT_HALF }] }];
      expect(await editing.refused('updatePost', { postGroupId: id, framings })).toMatchObject({
        ...{ code: 'FRAMING_INVALID', reason },
      });
      expect(await framingsOf(id)).toEqual([[]]);
    }
    // What is fetched later fails the post, in the same words.
    source.answers['/moves.gif'] = file(gif);
    const media = [{ url: at('/moves.gif'), framings: [{ crop: LEFT_HALF }] }];
    const { id } = await editing.create({ content: 'Later', platformIds, media, scheduledTime: now() });
    const failed = await editing.ended(id);
    expect(failed.posts[0]?.error).toEqual({ code: 'INVALID_CONTENT' });
  });

  test('a file that the post does not have', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const { id } = await editing.create({ content: 'None', platformIds });
    const mediaId = await uploaded(four);
    const framings = [{ mediaId, framings: [{ crop: LEFT_HALF }] }];
    expect(await editing.refused('updatePost', { postGroupId: id, framings })).toMatchObject({
      code: 'MEDIA_NOT_FOUND',
    });
  });
});
