/** What an import would do: nothing is stored, and each problem names its row and cell. */
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { useService } from '../support/service.js';
import { importing } from './support.js';

const { db, service } = await useService();
let account: TestAccount;
let owner: Headers;
const { preview, problems, run, posts } = importing(service, () => owner);
const SOON = '2027-01-31 14:30';

async function connect(platform: string, username: string, displayName = username): Promise<string> {
  const [accountId, nowhere] = [newId(), { baseUrl: 'http://127.0.0.1:1', credentials: {} }];
  const pictures = { profileUrl: '', profileImageUrl: '' };
  return account.connect({
    platform: platform as 'fediverse',
    accountId,
    username,
    displayName,
    ...nowhere,
    ...pictures,
  });
}

const idOf = async (column: string, value: string) =>
  (await db.query(`SELECT id FROM connections WHERE ${column} = $1`, [value]))[0]?.id;

beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true });
  owner = await account.session();
  await connect('fediverse', '@shop@example.social', 'The Shop');
});

describe('a file', () => {
  test('is shown row by row, with columns by their names, and nothing is stored', async () => {
    await run('mutation { createLabel(input: { name: "Launch", color: RED }) { label { id } } }');
    const shown = await preview(
      `Date,Post,Channel,Tags,Image,Alt text,Notes\n${SOON},"Hello, world",The Shop,launch,https://example.com/a.png,A cat,x\n,Draft,fediverse,,,,\n`,
      { timeZone: 'Europe/Berlin' },
    );
    expect(shown).toMatchObject({
      ...{ delimiter: 'COMMA', timeZone: 'Europe/Berlin', newLabels: [] },
      totals: { rows: 2, ready: 2, imported: 0, invalid: 0, scheduled: 1, queued: 0, drafts: 1, platformPosts: 2 },
      rows: [
        {
          ...{ number: 2, excerpt: 'Hello, world', outcome: 'SCHEDULED', scheduledTime: '2027-01-31T13:30:00.000Z' },
          ...{ labels: ['launch'], files: ['https://example.com/a.png'], postGroupId: null, problems: [] },
          accounts: [{ platform: 'FEDIVERSE', username: '@shop@example.social' }],
        },
        { number: 3, excerpt: 'Draft', outcome: 'DRAFT', scheduledTime: null, problems: [] },
      ],
    });
    expect(shown.columns.map(({ field }: { field: string }) => field)).toEqual([
      ...['TIME', 'TEXT', 'ACCOUNTS', 'LABELS', 'FILES', 'ALT_TEXTS', null],
    ]);
    expect(await posts()).toEqual([]);
  });

  test('has links, which are added to texts, and titles, for platforms that have one', async () => {
    await connect('videohub', 'clips', 'Clips');
    const shown = await preview(
      [
        'Title,Content,Link,Account,Schedule',
        'One,Hello,https://example.com/a,clips,',
        'Two,See https://example.com/b now,https://example.com/b,The Shop,',
        ',,https://example.com/c,The Shop,Mornings',
        ',Hello,example,The Shop,',
      ].join('\n'),
    );
    expect(shown.columns.map(({ field }: { field: string }) => field)).toEqual([
      ...['TITLE', 'TEXT', 'LINK', 'ACCOUNTS', 'SCHEDULE'],
    ]);
    const excerpts = [
      'Hello\n\nhttps://example.com/a',
      'See https://example.com/b now',
      'https://example.com/c',
      'Hello',
    ];
    expect(shown.rows.map(({ excerpt }: { excerpt: string }) => excerpt)).toEqual(excerpts);
    expect(shown.rows[1].problems).toMatchObject([{ column: 1, value: 'Two', isWarning: true }]);
    expect(shown.rows[2].problems).toMatchObject([{ column: 5, wrong: 'is no posting schedule', isWarning: false }]);
    expect(shown.rows[3].problems).toMatchObject([{ column: 3, value: 'example', isWarning: false }]);
  });

  test.each([
    ['https://example.com/b', 'Read https://example.com/b.', true],
    ['https://example.com/b', 'Read https://example.com/bb', false],
    ['https://example.com/b', 'Read https://example.com/b/c', false],
    ['https://example.com/', 'Read https://example.com/\u65e5\u672c', false],
    ['https://example.com/b', 'Read (HTTPS://EXAMPLE.com/b)', true],
    ['HTTPS://EXAMPLE.com', 'Read https://example.com:443/', true],
    ['http://192.0.2.1/b', 'Read http://192.0.2.1/bb', false],
    ['http://192.0.2.1/b', 'Read http://192.0.2.1/b', true],
  ])('has the link %s, and the text %j with it: %j', async (link, text, hasIt) => {
    const { rows } = await preview(`text,link,account\n${text},${link},fediverse`);
    expect(rows).toMatchObject([{ excerpt: hasIt ? text : `${text}\n\n${link}`, problems: [] }]);
  });

  test.each([
    ['https://example.com/a https://example.com/b', 'is more than one link'],
    ['https://example.com/a;HTTPS://example.com/b', 'is more than one link'],
    ['https://example.com/a\nhttps://example.com/b', 'is more than one link'],
    ['https://example.com/a b', 'is a link with a blank or a line break'],
    ['https://example.com/a\nb', 'is a link with a blank or a line break'],
    ['ftp://example.com/a', 'is no link'],
  ])('cannot have the link %j', async (link, wrong) => {
    expect(await problems(`text,link,account\nHello,"${link}",fediverse`)).toMatchObject([{ column: 2, wrong }]);
  });

  test('has a title for each of the accounts, or a warning that names the others', async () => {
    for (const platform of ['videohub', 'pinboard']) await connect(platform, platform);
    const warnings = async (accounts: string) => {
      const { rows } = await preview(`text,title,account\nHello,One,${accounts}`);
      const { problems: all } = rows[0];
      return all.filter(({ column }: { column: number | null }) => column === 2);
    };
    expect(await warnings('videohub')).toEqual([]);
    const fix = 'Use it for accounts of videohub, or write it in the text';
    expect(await warnings('videohub; pinboard; fediverse')).toEqual([
      { column: 2, value: 'One', wrong: 'is not shown on pinboard, fediverse', fix, isWarning: true },
    ]);
  });

  test('is read by the columns that are chosen', async () => {
    const columns = [
      { column: 2, field: 'TEXT' },
      { column: 1, field: 'PLATFORM_TEXT', platform: 'FEDIVERSE' },
      { column: 3, field: 'ACCOUNTS' },
    ];
    const { rows } = await preview('a;b;c\nOwn;Shared;fediverse', { columns });
    expect(rows[0]).toMatchObject({ excerpt: 'Shared', problems: [] });
  });

  test.each([
    [[{ column: 9, field: 'TEXT' }], 'the file has no column 9'],
    [
      [
        { column: 1, field: 'TEXT' },
        { column: 1, field: 'TIME' },
      ],
      'column 1 is named twice',
    ],
    [
      [
        { column: 1, field: 'TEXT' },
        { column: 2, field: 'TEXT' },
      ],
      'two columns are TEXT',
    ],
    [[{ column: 1, field: 'PLATFORM_TEXT' }], 'column 1 has a platform if and only if it is a PLATFORM_TEXT'],
  ])('cannot be read by the columns %j', async (columns, reason) => {
    const { code, error } = await run('query ($input: ImportInput!) { previewImport(input: $input) { timeZone } }', {
      input: { text: 'a,b\n1,2', columns },
    });
    expect([code, error?.extensions.reason]).toEqual(['IMPORT_COLUMNS_INVALID', reason]);
  });

  test('with two columns of one name is read by the first', async () => {
    const { columns } = await preview('text,text,account\nOne,Two,fediverse');
    expect(columns.map(({ field }: { field: string }) => field)).toEqual(['TEXT', null, 'ACCOUNTS']);
  });

  test('needs a permission to draft', async () => {
    const { browser } = await addMember(db, account.userId, 'VIEWER');
    await expect(preview('text\nHello', {}, browser)).rejects.toThrow('role');
  });
});

describe('an account', () => {
  const first = async (name: string) => (await preview(`text,account\nHello,"${name}"`)).rows[0];

  test.each([
    '@shop@example.social',
    'shop@example.social',
    'the shop',
    'Fediverse',
    'fediverse: @shop@example.social',
    'The\u200bShop'.replace('\u200b', ' \u200b'),
  ])('is found as %j', async (name) => {
    expect(await first(name)).toMatchObject({ accounts: [{ username: '@shop@example.social' }], problems: [] });
  });

  test('is found by its id and its platform id', async () => {
    const platformId = await connect('microblog', 'shop', 'Shop');
    const id = await idOf('platform_id', platformId);
    expect(await first(`${id};${platformId}`)).toMatchObject({ accounts: [{ id }], problems: [] });
  });

  test('is a problem if several have the name: it lists them', async () => {
    await connect('microblog', 'shop', 'The Shop');
    expect((await first('The Shop')).problems).toEqual([
      {
        ...{ column: 2, value: 'The Shop', wrong: 'is the name of 2 accounts', isWarning: false },
        fix: 'Write one of: fediverse:@shop@example.social (The Shop), microblog:shop (The Shop). Of equal ones, write the id',
      },
    ]);
    expect(await first('microblog:shop')).toMatchObject({ accounts: [{ username: 'shop' }], problems: [] });
  });

  test('is needed, unless the import has some for rows without', async () => {
    expect(await problems('text\nHello')).toMatchObject([{ column: null, wrong: 'has no accounts' }]);
    const id = await idOf('user_id', account.userId);
    expect(await problems('text\nHello', { accountIds: [id] })).toEqual([]);
    await expect(preview('text\nHello', { accountIds: [newId()] })).rejects.toThrow('No connected account');
  });
});

describe('a cell', () => {
  test.each([
    [
      '5,000 accounts',
      'text,account',
      `Hello,"${'nobody;'.repeat(5_000)}"`,
      'names 5,000 accounts, and a post has at most 100',
    ],
    ['an account of somebody else', 'text,account', 'Hello,@other', 'is no connected account'],
    ['no text', 'text,account', ' \u200b,fediverse', 'has no text'],
    ['a file on this machine', 'text,account,file', 'Hello,fediverse,file:///etc/passwd', 'is no address of a file'],
    [
      'a file on this network',
      'text,account,file',
      'Hello,fediverse,http://127.0.0.1/a.png',
      'is no address of a file',
    ],
    [
      'a file on this network, in another notation',
      'text,account,file',
      'Hello,fediverse,http://0x7f.1/a.png',
      'is no address of a file',
    ],
    [
      'a file on this network, by its name',
      'text,account,file',
      'Hello,fediverse,http://localhost/a.png',
      'is no address of a file',
    ],
    ['a file on an IPv6 network', 'text,account,file', 'Hello,fediverse,http://[::1]/a.png', 'is no address of a file'],
    [
      'metadata of a cloud',
      'text,account,file',
      'Hello,fediverse,http://169.254.169.254/latest',
      'is no address of a file',
    ],
    [
      '101 files',
      'text,account,file',
      `Hello,fediverse,${'https://example.com/a.png '.repeat(101)}`,
      'names 101 files, and a post has at most 100',
    ],
    [
      'more alternative texts than files',
      'text,account,file,alt',
      'Hello,fediverse,https://example.com/a.png,One|Two',
      'has 2 alternative texts for 1 file',
    ],
    ['an unknown label', 'text,account,label', 'Hello,fediverse,Launch', 'is no label'],
    [
      'the name of a label that is too long',
      'text,account,label',
      `Hello,fediverse,${'x'.repeat(51)}`,
      'is no name of a label',
    ],
    ['an unknown schedule', 'text,account,queue', 'Hello,fediverse,Mornings', 'is no posting schedule'],
    [
      'no schedule for the queue',
      'text,account,time',
      'Hello,fediverse,NEXT_FREE',
      'has no posting schedule for all of its accounts',
    ],
    ['a time in the past', 'text,account,time', 'Hello,fediverse,2020-01-01 10:00', 'is in the past'],
    [
      'a date that is read in two ways',
      'text,account,time',
      'Hello,fediverse,01/02/2027 10:00',
      'can be read as day or month first',
    ],
    ['more cells than the header', 'text,account', 'Hello,fediverse,more', 'has 1 more cell than the header'],
  ])('with %s is a problem', async (_, header, row, wrong) => {
    expect(await problems(`${header}\n${row}`)).toMatchObject([{ wrong }]);
  });

  test('with the password of an address is not repeated', async () => {
    const [problem] = await problems('text,account,file\nHello,fediverse,https://me:secret@example.com/a.png');
    expect(problem).toMatchObject({
      column: 3,
      value: 'https://…@example.com/a.png',
      wrong: 'is no address of a file',
    });
  });

  test('with invisible characters is quoted without them', async () => {
    const [problem] = await problems('text,account\nHello,\u202enobody\u200b');
    expect(problem).toMatchObject({ value: 'nobody' });
  });

  test('with a formula is text, as written', async () => {
    const { rows } = await preview(`text,account\n"=HYPERLINK(""http://x"")",fediverse\n'=1+1,fediverse`);
    expect(rows).toMatchObject([{ excerpt: '=HYPERLINK("http://x")' }, { excerpt: '=1+1' }]);
  });

  test('names the labels that are created', async () => {
    const file = 'text,account,labels\nOne,fediverse,Launch; Shop\nTwo,fediverse,LAUNCH';
    expect(await preview(file, { createLabels: true })).toMatchObject({
      newLabels: ['Launch', 'Shop'],
      totals: { ready: 2 },
    });
  });
});

describe('a row', () => {
  test('is validated for each platform, and a draft is warned only', async () => {
    await connect('photogram', 'pictures');
    const file = (time: string) => `text,account,time\nHello,pictures,${time}`;
    const scheduled = await preview(file(SOON));
    expect(scheduled.rows[0].problems).toMatchObject([{ isWarning: false }]);
    expect(scheduled.rows[0].problems[0].wrong).toMatch(/^photogram: /);
    const draft = await preview(file(''));
    expect(draft).toMatchObject({ totals: { ready: 1, drafts: 1 }, rows: [{ problems: [{ isWarning: true }] }] });
  });

  test('becomes a draft for those who may not schedule it', async () => {
    const { browser } = await addMember(db, account.userId, 'CONTRIBUTOR');
    const file = `text,account,time\nHello,fediverse,${SOON}`;
    expect((await preview(file)).rows[0].outcome).toBe('SCHEDULED');
    expect((await preview(file, {}, browser)).rows[0].outcome).toBe('DRAFT');
    await run(
      'mutation { setApprovalPolicy(input: { neededFor: EVERYBODY, approvers: EDITORS, approvals: 1 }) { approvalPolicy { neededFor } } }',
    );
    expect((await preview(file)).rows[0].outcome).toBe('DRAFT');
  });

  test('beyond the limits of the plan is a problem: all rows count together', async () => {
    await db.query(`UPDATE users SET limit_overrides = '{"postsPerMonth": 2, "scheduledPosts": 3}' WHERE id = $1`, [
      account.userId,
    ]);
    const rows = [SOON, SOON, SOON, '2027-02-01 10:00', '2027-03-01 10:00'].map(
      (time, at) => `Text ${at},fediverse,${time}`,
    );
    const shown = await preview(`text,account,time\n${rows.join('\n')}`);
    expect(shown.totals).toMatchObject({ ready: 3, invalid: 2 });
    expect(shown.rows.map((row: { problems: { wrong: string }[] }) => row.problems.length)).toEqual([0, 0, 1, 0, 1]);
    expect(shown.rows[2].problems[0].wrong).toMatch(/^is not possible with the plan: /);
  });

  test('of a thousand is read in one preview', async () => {
    const rows = Array.from(
      { length: 1_000 },
      (_, at) => `Text ${at},fediverse,2027-01-31 ${String(at % 24).padStart(2, '0')}:00`,
    );
    const shown = await preview(`text,account,time\n${rows.join('\n')}`);
    expect(shown.totals.rows).toBe(1_000);
    expect(shown.rows.at(-1)).toMatchObject({ number: 1_001, excerpt: 'Text 999' });
  });
});
