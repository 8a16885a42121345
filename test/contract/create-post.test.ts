import { fromStoredSettings, type PlatformSettings } from '../../src/domain/posts/state/platform-settings.js';
import { createAccount } from '../support/account.js';
import { create, expectNow, inHours, POST_GROUP_ID, refused, startContract } from './contract.js';

// Nothing is published here: what was created stays as it was created.
const contract = startContract({ logged: /out of range for type integer|unsupported Unicode escape/ });

const BODY = { content: 'Hi', platforms: ['fediverse-1'] };
const createPost = (body: object) => contract.owner.post('/create-post', body);
const targets = async (id: string) =>
  (await contract.owner.get(`/get-post/${id}`)).body.posts.map(
    ({ platform, platformId }: Record<string, string>) => `${platform} ${platformId}`,
  );
const group = async (id: string) => {
  const [row] = await contract.db.query<{ status: string; scheduled_time: Date | null; content: string }>(
    'SELECT status, scheduled_time, content FROM post_groups WHERE id = $1',
    [id],
  );
  return { status: row?.status, scheduledTime: row?.scheduled_time?.toISOString() ?? null, content: row?.content };
};

describe('the response', () => {
  test('HTTP 200, not 201: success and the id of 24 characters', async () => {
    const answer = await createPost({ ...BODY, scheduledTime: inHours(1) });
    expect(answer).toEqual({ status: 200, body: { success: true, postGroupId: POST_GROUP_ID } });
  });
});

describe('content', () => {
  test.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['only white space', ' \t\r\n\u00a0\u3000'],
    ['only zero-width characters', '\u200b\u200d\u2060\ufeff\u00ad'],
    ['only marks', '\u0301\ufe0f\u20e3'],
    ['only direction marks and fillers', '\u200e\u202e\u3164\u{e0061}'],
    ['a number', 5],
    ['a boolean', true],
    ['an array', ['Hi']],
    ['an object', { text: 'Hi' }],
  ])('%s: Content is required', async (_name, content) => {
    expect(await createPost({ ...BODY, content })).toEqual(refused(400, 'Content is required'));
  });

  test.each([
    ['white space around it', '  Hi \n'],
    ['letters of every script', 'Zażółć 🦊 👩‍👩‍👧'],
    ['a single visible character among zero-width ones', '\u200b.\u200b'],
    ['a character without a name', '\u{10ffff}\ufffe'],
    ['what looks like SQL', '"; DROP TABLE post_groups; --'],
    ['more than any platform takes', 'x'.repeat(70_000)],
  ])('%s: kept as it was written', async (_name, content) => {
    expect(await group(await create(contract.owner, { content }))).toMatchObject({ content });
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\udd8aa'],
    ['surrogates in the wrong order', '\udd8a\ud83e'],
  ])('%s cannot be published', async (_name, content) => {
    const refusal = refused(400, 'Text contains characters that cannot be published');
    expect(await createPost({ ...BODY, content })).toEqual(refusal);
    const platformSettings = { videohub: { title: content } };
    expect(await createPost({ ...BODY, platformSettings })).toEqual(refusal);
  });
});

describe('platforms', () => {
  test.each([
    ['missing', undefined, 'Platforms are required'],
    ['null', null, 'Platforms are required'],
    ['an empty array', [], 'At least one platform is required'],
    ['an empty array as JSON', '[]', 'At least one platform is required'],
    ['an object', { 0: 'fediverse-1' }, 'Platforms must be an array'],
    ['a number', 5, 'Platforms must be an array'],
    ['a boolean', false, 'Platforms must be an array'],
    ['an object as JSON', '{"0":"fediverse-1"}', 'Platforms must be an array'],
    ['a string as JSON', '"fediverse-1"', 'Platforms must be an array'],
    ['null as JSON', 'null', 'Platforms must be an array'],
    ['a bare id', 'fediverse-1', 'Invalid platforms JSON format'],
    ['cut-off JSON', '["fediverse-1"', 'Invalid platforms JSON format'],
    ['an empty string', '', 'Invalid platforms JSON format'],
  ])('%s: %j: %s', async (_name, platforms, message) => {
    expect(await createPost({ ...BODY, platforms })).toEqual(refused(400, message));
  });

  test.each([
    'fediverse',
    'fediverse-',
    '-1',
    '',
    'Fediverse-1',
    'fedi2-1',
    'fedi_verse-1',
    'fediverse-1 ',
    ' fediverse-1',
    'fediverse-1\n',
    'fediverse-1/2',
    'fediverse-ä',
    'fediverse:1',
  ])('%j does not match the shape of a platform id', async (id) => {
    const answer = await createPost({ ...BODY, platforms: ['fediverse-1', id, 'also wrong'] });
    expect(answer).toEqual(refused(400, `Invalid platform ID format: ${id}`));
  });

  test('quirk: a skyfeed DID with its colons is refused', async () => {
    const id = 'skyfeed-did:plc:ewvi7nxzyoun6zhxrhs64oiz';
    expect(await createPost({ ...BODY, platforms: [id] })).toEqual(refused(400, `Invalid platform ID format: ${id}`));
  });

  test.each([5, null, true, { id: 'fediverse-1' }, ['fediverse-1']])(
    'an entry that is no string, %j, fails the shape',
    async (id) => {
      const answer = await createPost({ ...BODY, platforms: [id] });
      expect(answer).toEqual(refused(400, `Invalid platform ID format: ${JSON.stringify(id)}`));
    },
  );

  test('a JSON string of an array is that array', async () => {
    const id = await create(contract.owner, { platforms: JSON.stringify(['fediverse-1', 'messenger-2']) });
    expect(await targets(id)).toEqual(['fediverse 1', 'messenger 2']);
  });

  test('one platform post for each, in the order of the request; the id begins after the first dash', async () => {
    const platforms = ['messenger--100_2', 'fediverse-1', 'skyfeed-did_plc_a-b', 'fediverse-0'];
    const id = await create(contract.owner, { platforms });
    expect(await targets(id)).toEqual(['messenger -100_2', 'fediverse 1', 'skyfeed did_plc_a-b', 'fediverse 0']);
  });

  test('a target named twice is one target', async () => {
    const id = await create(contract.owner, { platforms: ['fediverse-1', 'messenger-2', 'fediverse-1'] });
    expect(await targets(id)).toEqual(['fediverse 1', 'messenger 2']);
  });

  test.each(['myspace-1', 'fediverse-999', 'pinboard-1'])('only the shape is checked: %s is accepted', async (id) => {
    expect(await targets(await create(contract.owner, { platforms: [id] }))).toEqual([id.replace('-', ' ')]);
  });
});

describe('scheduledTime', () => {
  test.each([undefined, null])('%j: a draft without a time', async (scheduledTime) => {
    const id = await create(contract.owner, { scheduledTime });
    expect(await group(id)).toMatchObject({ status: 'draft', scheduledTime: null });
  });

  test('a future time: scheduled for it', async () => {
    const scheduledTime = inHours(24);
    expect(await group(await create(contract.owner, { scheduledTime }))).toMatchObject({
      status: 'scheduled',
      scheduledTime,
    });
  });

  test.each(['2020-01-01T00:00:00.000Z', '1969-12-31T23:59:59Z', '0000-01-01T00:00:00+05:00'])(
    'a past time, %s, is silently set to now',
    async (scheduledTime) => {
      const since = Date.now();
      const { status, scheduledTime: stored } = await group(await create(contract.owner, { scheduledTime }));
      expect(status).toBe('scheduled');
      expectNow(String(stored), since);
    },
  );

  test.each([
    ['2035-03-15T10:00:00.000Z', '2035-03-15T10:00:00.000Z'],
    ['2035-03-15T10:00:00Z', '2035-03-15T10:00:00.000Z'],
    ['2035-03-15T10:00:00+00:00', '2035-03-15T10:00:00.000Z'],
    ['2035-03-15T10:00:00+05:30', '2035-03-15T04:30:00.000Z'],
    ['2035-03-15T22:00:00-08:00', '2035-03-16T06:00:00.000Z'],
    ['2036-02-29T10:00:00Z', '2036-02-29T10:00:00.000Z'],
    ['2035-03-15T10:00:00+0200', '2035-03-15T08:00:00.000Z'],
    ['2035-03-15T10:00:00.250-0330', '2035-03-15T13:30:00.250Z'],
    ['2035-03-15T10:00Z', '2035-03-15T10:00:00.000Z'],
    ['2035-03-15T10:00+02:00', '2035-03-15T08:00:00.000Z'],
    ['2035-03-15T10:00+0200', '2035-03-15T08:00:00.000Z'],
  ])('ISO 8601 with time and zone: %s is %s', async (scheduledTime, stored) => {
    expect(await group(await create(contract.owner, { scheduledTime }))).toMatchObject({ scheduledTime: stored });
  });

  test.each(['2038-01-20T00:00:00Z', '9999-12-31T23:59:59-05:00'])(
    'a time as far away as %s',
    async (scheduledTime) => {
      await create(contract.owner, { scheduledTime });
    },
  );

  test.each([
    '2035-03-15 10:00:00',
    'March 15, 2035',
    '03/15/2035',
    '2035-03-15',
    '2035-02-30T10:00:00Z',
    '2035-02-29T10:00:00Z',
    '2035-13-01T10:00:00Z',
    '2035-03-15T25:00:00Z',
    '2035-03-15T10:00',
    '2035-03-15T10Z',
    '2035-03-15T10:00:00+02',
    '2035-03-15T10:00:00+2500',
    '2035-02-30T10:00Z',
    'tomorrow',
    4_102_444_800_000,
    true,
    {},
    [],
  ])('%j: Invalid scheduled time format', async (scheduledTime) => {
    expect(await createPost({ ...BODY, scheduledTime })).toEqual(refused(400, 'Invalid scheduled time format'));
  });
});

describe('platformSettings', () => {
  const DEFAULTS = {
    shortvideo: {
      viewerSetting: 'PUBLIC_TO_EVERYONE',
      allowComments: true,
      allowDuet: false,
      allowStitch: false,
      commercialContent: false,
      brandOrganic: false,
      brandedContent: false,
    },
    photogram: { videoType: 'REELS' },
    videohub: { privacy: 'public', title: '' },
    threadtalk: { replyControl: '' },
  };
  const stored = async (platformSettings: unknown) => {
    const id = await create(contract.owner, { platformSettings });
    const [row] = await contract.db.query<{ platform_settings: PlatformSettings }>(
      'SELECT platform_settings FROM post_groups WHERE id = $1',
      [id],
    );
    return row && fromStoredSettings(row.platform_settings);
  };

  test.each([undefined, {}, '{}'])('%j: the defaults of every platform that has settings', async (given) => {
    expect(await stored(given)).toEqual(DEFAULTS);
  });

  test.each([
    ['shortvideo', { viewerSetting: 'SELF_ONLY', allowDuet: true }],
    ['shortvideo', { ...DEFAULTS.shortvideo, allowComments: false, allowStitch: true, commercialContent: true }],
    ['photogram', { videoType: 'STORIES' }],
    ['videohub', { title: 'A title' }],
    ['videohub', { privacy: 'unlisted' }],
    ['threadtalk', { replyControl: 'mentioned_only' }],
  ] as const)('%s: %j is merged over the defaults', async (platform, own) => {
    const expected = { ...DEFAULTS, [platform]: { ...DEFAULTS[platform], ...own } };
    expect(await stored({ [platform]: own })).toEqual(expected);
    expect(await stored(JSON.stringify({ [platform]: own }))).toEqual(expected);
  });

  test.each([
    ['videohub', { privacy: null }, {}],
    ['photogram', { videoType: null }, {}],
    ['videohub', { privacy: 'private', title: null }, { privacy: 'private' }],
    ['threadtalk', { replyControl: '' }, { replyControl: '' }],
    ['videohub', { title: '' }, { title: '' }],
  ] as const)('%s: of %j, a null keeps the default and an empty text does not', async (platform, own, kept) => {
    const expected = { ...DEFAULTS, [platform]: { ...DEFAULTS[platform], ...kept } };
    expect(await stored({ [platform]: own })).toEqual(expected);
  });

  test.each(['microblog', 'network', 'fediverse', 'skyfeed', 'myspace', 'Photogram', '__proto__', 'toString'])(
    'quirk: the key %s is dropped in silence',
    async (platform) => {
      expect(await stored(`{${JSON.stringify(platform)}:{"videoType":"STORIES"}}`)).toEqual(DEFAULTS);
    },
  );

  test.each([[['STORIES']], [null], ['STORIES'], [5], [true]])(
    'quirk: %j for a platform is ignored in silence',
    async (own) => {
      expect(await stored({ photogram: own, videohub: { title: 'Kept' } })).toEqual({
        ...DEFAULTS,
        videohub: { privacy: 'public', title: 'Kept' },
      });
    },
  );

  test.each(['{', 'photogram', ''])('the string %j: Invalid platformSettings JSON', async (platformSettings) => {
    expect(await createPost({ ...BODY, platformSettings })).toEqual(refused(400, 'Invalid platformSettings JSON'));
  });

  test.each([[[]], [null], [5], [true], ['[]'], ['null'], ['5'], ['"text"']])(
    '%j: platformSettings must be an object',
    async (platformSettings) => {
      const answer = await createPost({ ...BODY, platformSettings });
      expect(answer).toEqual(refused(400, 'platformSettings must be an object'));
    },
  );
});

test.each([
  ['altTexts', ['A fox']],
  ['videoTimestamp', 1000],
  ['status', 'published'],
])('the field %s is ignored', async (name, value) => {
  expect(await group(await create(contract.owner, { [name]: value }))).toMatchObject({ status: 'draft' });
});

describe('several faults: the first of the error table is reported', () => {
  const faults: [message: string, body: object][] = [
    ['Content is required', { content: ' ' }],
    ['Platforms are required', { platforms: null }],
    ['Invalid platform ID format: wrong', { platforms: ['wrong'] }],
    ['Invalid scheduled time format', { scheduledTime: 'tomorrow' }],
    ['Invalid platformSettings JSON', { platformSettings: '{' }],
  ];
  test.each(faults)('%s', async (message) => {
    const from = faults.findIndex(([first]) => first === message);
    const body = Object.assign(
      { ...BODY },
      ...faults
        .slice(from)
        .reverse()
        .map(([, fault]) => fault),
    );
    expect(await createPost(body)).toEqual(refused(400, message));
  });

  test('a refused request creates nothing', async () => {
    const caller = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
    await caller.post('/create-post', { ...BODY, platforms: ['fediverse-1', 'wrong'], scheduledTime: inHours(1) });
    expect((await caller.get('/list-posts')).body.posts).toEqual([]);
  });
});
