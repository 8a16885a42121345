/** Each platform has a page about its setup, and what the page names is what the code has. */
import { readdirSync, readFileSync } from 'node:fs';
import { NAMES } from '../../src/config/environment.js';
import { perPlatformVariables } from '../../src/config/platforms.js';
import { makeRedirectUri } from '../../src/domain/accounts/login-address.js';
import { DAY_SECONDS, MINUTE_SECONDS } from '../../src/foundation/time/durations.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import type { RateLimit } from '../../src/platforms/port/rate-limit.js';
import { platforms } from '../../src/platforms/registry.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { readDocument } from '../support/documents.js';

const FOLDER = 'docs/platforms/setup';

const PAGES = [...platforms.values()].map((platform) => {
  const file = `${FOLDER}/${platform.key}.md`;
  const text = readFileSync(file, 'utf8');
  return { key: platform.key, platform, file, text, names: readDocument(file).names };
});

/** The rows of a table below a heading. */
const rowsOf = (text: string, heading: string): string[][] =>
  (text.split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ) ?? [];

const cellOf = (text: string, topic: string) => rowsOf(text, 'Reference').find(([name]) => name === topic)?.[1] ?? '';

test('there is one page for each platform, and no other', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual([...platforms.keys()].map((key) => `${key}.md`).toSorted());
});

test.each(PAGES)('$key: the page has the structure of all pages', ({ key, text }) => {
  const headings = text.split('\n').filter((line) => /^##? /.test(line));
  expect(headings).toEqual([`# Set up ${key}`, '## Steps', '## Permissions', '## Reference', '## Sources']);
  expect(rowsOf(text, 'Reference').map(([topic]) => topic)).toEqual([
    'App',
    'Redirect URI',
    'Variables',
    'Review',
    'Quotas',
    'Cost',
    'Before approval',
    'Renewal',
    'Changes often',
  ]);
  expect(rowsOf(text, 'Reference').filter(([, value]) => !value)).toEqual([]);
  expect(text).toMatch(/read on \d{4}-\d{2}-\d{2}\./);
  expect(text).toContain(`npm run admin -- check-platform ${key}`);
});

test.each(PAGES)('$key: the page explains each scope that a login requests, and no other', ({ platform, text }) => {
  const explained = rowsOf(text, 'Permissions');
  expect(explained.map(([scope]) => scope)).toEqual(
    platform.authorization?.scopes.map((scope) => `\`${scope}\``) ?? [],
  );
  expect(explained.filter(([, reason]) => !reason)).toEqual([]);
});

test.each(PAGES)('$key: the page has the redirect URI of a login', ({ key, platform, text }) => {
  const redirectUri = makeRedirectUri({ publicUrl: () => '<PUBLIC_URL>', named: () => null })(key, null);
  if (platform.authorization) expect(cellOf(text, 'Redirect URI')).toContain(`\`${redirectUri}`);
  else expect(text).not.toContain(redirectUri);
});

/** The variables of a platform that have an effect. */
function variablesOf({ key, authorization, connector, metrics }: Platform): string[] {
  const own = (name: keyof typeof perPlatformVariables) => perPlatformVariables[name].description?.includes(key);
  return [
    ...(authorization && !connector ? ['CLIENT_ID', 'CLIENT_SECRET'] : []),
    ...(authorization ? ['SCOPES', 'REDIRECT_URI'] : []),
    'BASE_URL',
    ...(own('API_VERSION') ? ['API_VERSION'] : []),
    ...(own('APPROVED') ? ['APPROVED'] : []),
    'RATE_LIMITS',
    ...(metrics ? ['APP_LIMITS'] : []),
  ].map((name) => `${key.toUpperCase()}_${name}`);
}

test.each(PAGES)('$key: the page has the variables of the platform', ({ key, platform, text }) => {
  const own = [...cellOf(text, 'Variables').matchAll(/`(\w+)`/g)].flatMap(([, name = '']) => name);
  expect(own.filter((name) => !NAMES.includes(name))).toEqual([]);
  const general = new Set(['THREADTALK_THREADS_BLOCKED']);
  expect(own.filter((name) => !general.has(name))).toEqual(variablesOf(platform));
  expect(
    text.match(/\b[A-Z]+_(?:CLIENT|API|APP|RATE|SCOPES)\w*/g)?.every((name) => name.startsWith(key.toUpperCase())),
  ).toBe(true);
});

/** As an operator writes it: `100/15m`. */
function written({ max, perSeconds }: RateLimit): string {
  const [unit, seconds] = perSeconds % DAY_SECONDS === 0 ? ['d', DAY_SECONDS] : ['m', MINUTE_SECONDS];
  return `\`${max}/${perSeconds / seconds}${unit}\``;
}

test.each(PAGES)('$key: the page has the limits on posts that the service keeps', ({ key, text }) => {
  const kept = platformRules[key].rateLimits.filter(({ unit }) => unit === 'parts').map(written);
  expect([...cellOf(text, 'Quotas').matchAll(/`\d+\/\w+`/g)].map(([limit]) => limit)).toEqual(kept);
});
