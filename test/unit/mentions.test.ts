import { previewPost } from '../../src/domain/validation/preview-post.js';
import { validatePost } from '../../src/domain/validation/validate-post.js';
import { makeCpuQueue } from '../../src/foundation/concurrency/cpu-queue.js';
import { readMentions, renderMentions } from '../../src/platforms/port/mentions.js';
import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { platformRules } from '../../src/platforms/rules-registry.js';

const PERSON = '@{urn:network:person:aB_1-c|Zoë Ł.}';
const COMPANY = '@{urn:network:organization:12|Acme, Inc.}';
const OTHERS = PLATFORM_KEYS.filter((key) => key !== 'network');

const partsOn = async (content: string, platform: (typeof PLATFORM_KEYS)[number]) => {
  const [shown] = await previewPost(content, [platform], makeCpuQueue());
  return (shown?.parts ?? []).map(({ text, length }) => ({ text, length }));
};

const rethrow = (error: unknown) => {
  throw error;
};
const lengthIssues = (content: string, platform: string) => {
  const blocks = { threadtalkThreadsBlocked: false };
  const { errors, warnings } = validatePost(
    { content, platforms: [platform], settings: {}, media: [], blocks },
    rethrow,
  );
  return [...errors, ...warnings].filter(({ field }) => field === 'content');
};

test('markup is read as its parts, and what only looks like it is text', () => {
  expect(readMentions(`Hi ${PERSON} of ${COMPANY}`)).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'mention', of: 'person', urn: 'urn:network:person:aB_1-c', name: 'Zoë Ł.' },
    { kind: 'text', text: ' of ' },
    { kind: 'mention', of: 'organization', urn: 'urn:network:organization:12', name: 'Acme, Inc.' },
  ]);
  for (const text of ['@{urn:network:group:1|No}', '@{urn:network:person:1}', '@{urn:network:person:1|}', '@zoe']) {
    expect(renderMentions(text)).toBe(text);
  }
});

test.each(OTHERS)('%s: a mention is previewed as its name, and counted as that', async (platform) => {
  expect(await partsOn(`Thanks ${PERSON} of ${COMPANY}!`, platform)).toEqual(
    await partsOn('Thanks Zoë Ł. of Acme, Inc.!', platform),
  );
});

test('network: a mention stays as it was written', async () => {
  expect(await partsOn(`Hi ${PERSON}`, 'network')).toEqual([{ text: `Hi ${PERSON}`, length: 3 + PERSON.length }]);
});

test.each(OTHERS)('%s: a text that is short enough once its mentions are names is valid', (platform) => {
  const { max } = platformRules[platform].text;
  const filled = (mention: string, name: string) => mention + 'x'.repeat(max - name.length);
  expect(lengthIssues(filled('@{urn:network:person:1|Zoe}', 'Zoe'), platform)).toEqual([]);
  const [issue] = lengthIssues(`${filled('@{urn:network:person:1|Zoe}', 'Zoe')}x`, platform);
  expect(issue).toMatchObject({ code: 'CONTENT_TOO_LONG', currentValue: max + 1, maxValue: max });
});

test('a mention is not cut in two: its name is split as any other words', async () => {
  const name = 'Ann '.repeat(100).trim();
  expect(await partsOn(`@{urn:network:person:1|${name}}`, 'microblog')).toEqual(await partsOn(name, 'microblog'));
});
