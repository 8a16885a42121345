/** Runs the commands and examples of the README and of docs/, as they are written there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, createPost, end, type Facts, killAll, readFacts, run, type Started } from '../e2e/local-start.js';
import { type CodeBlock, codeBlocks, DOCUMENTS } from '../support/documents.js';
import { eventually } from '../support/eventually.js';

/** Languages of blocks that show something and are not to be run. */
const SHOWN = ['json', 'text', 'mermaid'];
const RUNNERS: Record<string, (code: string) => Promise<string>> = {
  js: (code) => execute(process.execPath, ['--input-type=module', '-e', code]),
  sh: (code) => execute('sh', ['-ec', code]),
  graphql,
};

const blocks = DOCUMENTS.flatMap(codeBlocks).filter(({ language }) => !SHOWN.includes(language));
const toRun = blocks.filter(({ runBy, notRun }) => runBy === undefined && notRun === undefined);
const named = ({ file, language, code }: CodeBlock) => `${file}, ${language}: ${code.split('\n')[0]}`;

/** A block may have several commands of npm, and each starts a process that loads the service. */
const SLOW_MS = 300_000;
/** Until an example has connected and followed a post to its end. */
const FOLLOWED_MS = 60_000;

let dataDir: string;
let service: Started;
let facts: Facts;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-examples-'));
  service = await run({ DATA_DIR: dataDir, PORT: '0' });
  facts = await readFacts(dataDir);
});
afterAll(async () => {
  if (service) await end(service);
  killAll();
  await rm(dataDir, { recursive: true, force: true });
});

async function execute(command: string, args: string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { env: { PATH, HOME, DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(`It ended with ${exitCode}:\n${text}`);
  return text;
}

async function graphql(query: string): Promise<string> {
  const response = await fetch(facts.graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': facts.apiKey },
    body: JSON.stringify({
      query,
      variables: { platformIds: facts.textConnections, platformId: facts.textConnections[0] },
    }),
  });
  const answer = await response.json();
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return JSON.stringify(answer);
}

const isPublished = async (postGroupId: string): Promise<boolean> =>
  (await api(facts, 'GET', `/get-post/${postGroupId}`)).processingStatus === 'finished';

async function runBlock({ language, code, prints = '' }: CodeBlock): Promise<void> {
  expect(await RUNNERS[language]?.(code)).toContain(prints);
}

test.each(blocks)('$file: a block of $language is run, or says why not', (block) => {
  const { language, runBy, notRun, file } = block;
  if (runBy !== undefined) expect(readFileSync(runBy, 'utf8')).toContain(`'${file}'`);
  else if (notRun === undefined) expect(Object.keys(RUNNERS)).toContain(language);
});

test.each(DOCUMENTS)('no block of %s is overlooked', (file) => {
  const fences = [...readFileSync(file, 'utf8').matchAll(/^ *```\w/gm)];
  expect(codeBlocks(file)).toHaveLength(fences.length);
});

// In their order, because an example may use what one before it has made.
test.each(toRun.filter(({ isFollower }) => !isFollower).map((block) => ({ name: named(block), block })))(
  '$name',
  ({ block }) => runBlock(block),
  SLOW_MS,
);

test(
  'the first example of the README can be run twice, and both posts are published',
  async () => {
    const first = toRun.find(({ file, language }) => file === 'README.md' && language === 'js');
    const groups = new Set<string>();
    for (let runs = 0; runs < 2; runs += 1) {
      groups.add(
        JSON.parse(await execute(process.execPath, ['--input-type=module', '-e', first?.code ?? ''])).data.createPost
          .postGroup.id,
      );
    }
    expect(groups.size).toBe(2);
    for (const id of groups) {
      await eventually(async () => (await isPublished(id)) || undefined);
      const { posts } = await api(facts, 'GET', `/get-post/${id}`);
      expect(posts.filter(({ status }: { status: string }) => status !== 'published')).toEqual([]);
      expect(posts).toHaveLength(facts.textConnections.length);
    }
  },
  SLOW_MS,
);

test.each(toRun.filter(({ isFollower }) => isFollower).map((block) => ({ name: named(block), block })))(
  '$name, while posts are published',
  async ({ block }) => {
    let hasEnded = false;
    const ended = runBlock(block).finally(() => {
      hasEnded = true;
    });
    await Promise.all([
      ended,
      eventually(async () => {
        if (hasEnded) return true;
        const { postGroupId } = await createPost(facts, 'To be followed', 0);
        await eventually(async () => hasEnded || (await isPublished(postGroupId)) || undefined);
        return undefined;
      }, FOLLOWED_MS),
    ]);
  },
);
