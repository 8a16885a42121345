import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, parseConfig } from '../../src/config/config.js';
import { DOCUMENTED_PLANS, NO_LIMIT, NO_LIMIT_BYTES, planOf, UNLIMITED_PLANS } from '../../src/domain/plans/plans.js';

const folder = mkdtempSync(path.join(tmpdir(), 'plans-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PLAN = {
  name: 'Team',
  apiAccess: true,
  postsPerMonth: { max: 3, per: 'connection' },
  scheduledPosts: 5,
  drafts: 6,
  horizonDays: 7,
  connections: 8,
  storage: { gigabytes: 0.5, files: 9 },
  platforms: ['network'],
};

function fileOf(content: unknown): string {
  const file = path.join(folder, 'plans.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const plansOf = (env: Record<string, string>) => parseConfig(env).plans;

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const problemsIn = (content: unknown) => problemsOf({ PLANS_FILE: fileOf(content) });

test('the documented plans are the default', () => {
  expect(plansOf({})).toBe(DOCUMENTED_PLANS);
  expect(plansOf({ PLANS: 'documented' })).toBe(DOCUMENTED_PLANS);
  expect([...DOCUMENTED_PLANS.byKey.keys()]).toEqual(['starter', 'pro', 'premium']);
});

test('unlimited: each account has the one plan, also one with another key', () => {
  const plans = plansOf({ PLANS: 'unlimited' });
  expect(plans).toBe(UNLIMITED_PLANS);
  expect(planOf(plans, { plan: 'starter', limitOverrides: null })).toMatchObject({
    name: 'Unlimited',
    apiAccess: true,
    platforms: null,
    connections: null,
    horizonDays: null,
  });
});

test('a file has plans in its order, and null is no limit', () => {
  const free = {
    ...PLAN,
    name: 'Free',
    price: '0 €',
    mcpAccess: true,
    postsPerMonth: null,
    scheduledPosts: null,
    drafts: null,
    horizonDays: null,
    connections: null,
    storage: { gigabytes: null, files: null },
    platforms: null,
  };
  const { byKey, initial } = plansOf({ PLANS_FILE: fileOf({ initial: 'free', plans: { team: PLAN, free } }) });
  expect(initial).toBe('free');
  expect([...byKey]).toEqual([
    [
      'team',
      {
        ...PLAN,
        price: null,
        mcpAccess: false,
        scheduledPosts: { max: 5, per: 'account' },
        storage: { bytes: 2 ** 29, files: 9 },
      },
    ],
    [
      'free',
      {
        ...free,
        postsPerMonth: { max: NO_LIMIT, per: 'account' },
        scheduledPosts: { max: NO_LIMIT, per: 'account' },
        drafts: NO_LIMIT,
        storage: { bytes: NO_LIMIT_BYTES, files: NO_LIMIT },
      },
    ],
  ]);
});

test('a file of secrets that is named by mistake is not quoted', () => {
  for (const content of ['hTXkD9BlkE3fQ==', '{ "key": hTXkD9BlkE3fQ, "other": 1, "third": 2 }']) {
    expect(problemsIn(content)).toEqual([expect.stringMatching(/which is not JSON: Unexpected token 'h'\.$/)]);
  }
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /^PLANS_FILE names .*plans\.json, which is not JSON: /],
  ['no plans', { initial: 'team' }, /plans\.json: plans: /],
  [
    'an initial plan that is none of them',
    { initial: 'free', plans: { team: PLAN } },
    /initial is free, which is none/,
  ],
  ['a key in capital letters', { initial: 'team', plans: { Team: PLAN } }, /plans\.Team: /],
  ['a misspelt limit', { initial: 'team', plans: { team: { ...PLAN, draft: 1 } } }, /plans\.team: .*"draft"/],
  [
    'a name that cannot be seen',
    { initial: 'team', plans: { team: { ...PLAN, name: '\u200b' } } },
    /plans\.team\.name: /,
  ],
  ['a missing limit', { initial: 'team', plans: { team: { ...PLAN, drafts: undefined } } }, /plans\.team\.drafts: /],
  ['a negative limit', { initial: 'team', plans: { team: { ...PLAN, drafts: -1 } } }, /plans\.team\.drafts: /],
  [
    'a limit beyond what can be returned',
    { initial: 'team', plans: { team: { ...PLAN, drafts: 2 ** 31 } } },
    /plans\.team\.drafts: /,
  ],
  [
    'another way to count',
    { initial: 'team', plans: { team: { ...PLAN, postsPerMonth: { max: 1, per: 'user' } } } },
    /plans\.team\.postsPerMonth\.per: /,
  ],
  [
    'an unknown platform',
    { initial: 'team', plans: { team: { ...PLAN, platforms: ['nowhere'] } } },
    /plans\.team\.platforms\.0: /,
  ],
  [
    'too many plans',
    { initial: 'p0', plans: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`p${index}`, PLAN])) },
    /more than 50 plans/,
  ],
])('a file with %s is refused, in a sentence', (_what, content, sentence) => {
  expect(problemsIn(content)).toEqual([expect.stringMatching(sentence)]);
});

test('a file that cannot be read, and one beside PLANS=unlimited, are refused', () => {
  expect(problemsOf({ PLANS_FILE: path.join(folder, 'nowhere.json') })).toEqual([
    expect.stringMatching(/^PLANS_FILE names .*nowhere\.json, which does not exist\.$/),
  ]);
  const file = fileOf({ initial: 'team', plans: { team: PLAN } });
  expect(problemsOf({ PLANS: 'unlimited', PLANS_FILE: file })).toEqual([
    'PLANS is unlimited, and PLANS_FILE names plans: remove one of them.',
  ]);
  expect(problemsOf({ PLANS: 'free' })).toEqual(['PLANS must be documented or unlimited.']);
});

test('limits of an account replace those of its plan, one by one', () => {
  const own = { postsPerMonth: 7, storageFiles: 8, horizonDays: 9, connections: null, platforms: null };
  expect(planOf(DOCUMENTED_PLANS, { plan: 'starter', limitOverrides: own })).toEqual({
    ...DOCUMENTED_PLANS.byKey.get('starter'),
    postsPerMonth: { max: 7, per: 'account' },
    storage: { bytes: 2 * 1024 ** 3, files: 8 },
    horizonDays: 9,
    connections: null,
    platforms: null,
  });
});

test('an account whose plan is not in force has the limits of the initial one', () => {
  expect(planOf(DOCUMENTED_PLANS, { plan: 'gone', limitOverrides: null }).name).toBe('Starter');
  expect(planOf(DOCUMENTED_PLANS, { plan: 'constructor', limitOverrides: null }).name).toBe('Starter');
});
