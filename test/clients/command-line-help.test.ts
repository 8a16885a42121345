/** The help of each command, with its examples run by a shell, and completion by shells without a configuration. */
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker', env: { PRIVATE_ADDRESSES: 'platforms,feeds' } });
const folder = mkdtempSync(path.join(tmpdir(), 'command-line-help-'));

let sandbox: Sandbox;
/** A web site with feeds. */
let web: Server;
let account: TestAccount;

/** What a shell prints. */
async function run(shell: string, args: readonly string[], script: string): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = {
    ...{ PATH: `${folder}:${PATH}`, NODE_COMPILE_CACHE, HOME: folder },
    ...{ PUBLISHING_URL: service.url, PUBLISHING_API_KEY: account.apiKey },
  };
  const { stdout } = await promisify(execFile)(shell, [...args, '-c', script], { cwd: folder, env });
  return stdout;
}
const bash = (script: string): Promise<string> => run('bash', ['--noprofile', '--norc', '-euo', 'pipefail'], script);

beforeAll(async () => {
  web = createServer((_, response) => response.end('<rss version="2.0"><channel><title>Blog</title></channel></rss>'));
  await once(web.listen(0, '127.0.0.1'), 'listening');
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  for (const platform of ['fediverse', 'skyfeed'] as const) await account.connect(sandbox.createAccount(platform));
  const main = path.resolve('.build/clients/cli/src/main.js');
  const program = path.join(folder, 'social-publishing');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(program, 0o755);
  for (const [name, background] of Object.entries({ 'cat.png': 'teal', 'dog.png': 'navy' })) {
    const image = sharp({ create: { width: 64, height: 64, channels: 3, background } });
    writeFileSync(path.join(folder, name), await image.png().toBuffer());
  }
  writeFileSync(path.join(folder, 'key.txt'), account.apiKey);
  writeFileSync(path.join(folder, 'text.txt'), 'From a file');
  writeFileSync(path.join(folder, 'operation.graphql'), '{ viewer { email } }');
});
afterAll(async () => {
  web?.close();
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A post, and in commands of queues another one and a schedule. */
const PLACEHOLDERS = ['0123456789abcdef01234567', '0123456789abcdef01234568', 'fedcba9876543210fedcba98'];
const post = (options: string) => bash(`social-publishing post "Made before" ${options} --jq .id`);
const draft = () => post('--to fediverse --draft');
const inQueue = async () => {
  const { id } = await makeSchedule();
  return `${await post(`--to fediverse --queue ${id}`)} ${await post(`--to fediverse --queue ${id}`)} ${id}`;
};
const makeSchedule = async (): Promise<{ id: string }> => {
  const input = { name: randomUUID(), timeZone: 'UTC', times: [{ weekday: 'MONDAY', time: '09:00' }] };
  const query =
    'mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { postingSchedule { id } } }';
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, { input });
  return data.createPostingSchedule.postingSchedule;
};
/** Once or again. */
const makeLabel = (name: string) =>
  graphql(
    service,
    { 'x-api-key': account.apiKey },
    'mutation ($input: CreateLabelInput!) { createLabel(input: $input) { __typename } }',
    {
      input: { name },
    },
  );
const repeated = async () =>
  bash(`social-publishing repeat ${(await draft()).trim()} --rule FREQ=DAILY --at 2030-01-07T09:00:00Z --jq .id`);
const published = () => post('--to fediverse,skyfeed --follow');

/** What the examples of a command act on. */
const SUBJECTS: Record<string, () => Promise<string>> = {
  follow: published,
  upload: draft,
  files: draft,
  'remove-files': async () => bash(`social-publishing upload ${(await draft()).trim()} cat.png --jq .id`),
  get: published,
  edit: draft,
  delete: draft,
  async retry() {
    sandbox.setFault({ platform: 'fediverse', kind: 'rejected', times: 1 });
    return bash('social-publishing post "Refused" --to fediverse --follow --jq .id || true');
  },
  unpublish: published,
  async import() {
    return bash(
      `printf 'text,account,time,labels\\nHello,fediverse,2027-01-31 14:30,Launch\\n' > posts.csv; social-publishing import posts.csv --create-labels`,
    );
  },
  async 'undo-import'() {
    return bash(
      `printf 'text,account\\nTo be undone,fediverse\\n' > undo.csv; social-publishing import undo.csv --jq .id`,
    );
  },
  async snippet() {
    const text = 'Meet {{product}}';
    await bash(
      `social-publishing api 'mutation { createSnippet(input: { name: "Launch", text: "${text}" }) { __typename } }'`,
    );
    return text;
  },
  list: async () => {
    await makeLabel('Spring sale');
    return '';
  },
  label: async () => {
    await Promise.all(['Spring sale', 'Idea'].map(makeLabel));
    return draft();
  },
  api: draft,
  async feed() {
    await makeSchedule();
    return '';
  },
  async post() {
    await makeSchedule();
    return '';
  },
  repeat: draft,
  'pause-repeat': repeated,
  'delete-repeat': repeated,
  queue: inQueue,
  pause: inQueue,
  resume: inQueue,
  reorder: inQueue,
  shuffle: inQueue,
};

async function examplesOf(command: string): Promise<string[]> {
  const [, examples = ''] = (await bash(`social-publishing ${command} --help`)).split('\nExamples:\n');
  return examples.trimEnd().split('\n');
}

test('the help of each command ends with one to three examples that work', async () => {
  const help = await bash('social-publishing --help');
  const commands = [...(/^Commands:\n(.*?)\n\n/ms.exec(help)?.[1] ?? '').matchAll(/^ {2}([a-z-]+) /gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  expect(commands).toEqual(expect.arrayContaining(['login', 'post', 'api', 'completion']));
  for (const command of ['', ...commands]) {
    const examples = await examplesOf(command);
    expect(examples.length).toBeLessThanOrEqual(3);
    const subject = await SUBJECTS[command]?.();
    for (const example of examples) {
      expect(example).toMatch(/^ {2}\$ social-publishing /);
      const line = example
        .replace(/^ {2}\$ /, '')
        .replaceAll('https://publishing.example.com', service.url)
        .replace(/https:\/\/(blog|news)\.example\.com/, `http://127.0.0.1:${(web.address() as AddressInfo).port}`);
      const made = subject?.trim().split(/\s+/) ?? [];
      await bash(PLACEHOLDERS.reduce((text, one, index) => text.replaceAll(one, made[index] ?? ''), line));
    }
  }
}, 300_000);

describe('completion', () => {
  /** What bash would insert for the last of the words. */
  const inBash = async (words: string): Promise<string[]> => {
    const script = `eval "$(social-publishing completion bash)"
      COMP_WORDS=(social-publishing ${words})
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _social_publishing
      if (( \${#COMPREPLY[@]} )); then printf '%s\\n' "\${COMPREPLY[@]}"; fi`;
    return (await bash(script)).split('\n').slice(0, -1);
  };

  test('of bash needs no package', async () => {
    expect(await inBash('un')).toEqual(['unpublish', 'undo-import']);
    expect(await inBash('post --f')).toEqual(['--file', '--first-comment', '--follow']);
    expect(await inBash('completion ""')).toEqual(['zsh', 'bash', 'fish', 'powershell']);
    expect(await bash('eval "$(social-publishing completion bash)"; complete -p social-publishing')).toBe(
      'complete -o default -F _social_publishing social-publishing\n',
    );
  });

  test('of bash evaluates nothing that was typed', async () => {
    expect(await inBash("post '$(touch evaluated)' '`touch evaluated`' '; touch evaluated;' --dr")).toEqual([
      '--draft',
    ]);
    expect(existsSync(path.join(folder, 'evaluated'))).toBe(false);
  });

  test('of bash uses nothing that version 3.2 does not have', async () => {
    const script = await bash('social-publishing completion bash');
    expect(script).not.toMatch(
      /compopt|mapfile|readarray|declare -A|\|&|&>>|\$\{\w+(\^|,,|@)|_init_completion|_get_comp/,
    );
  });

  const testIf = (shell: string) => (spawnSync(shell, ['--version']).status === 0 ? test : test.skip);

  testIf('fish')('of fish', async () => {
    const script = 'social-publishing completion fish | source; complete -C "social-publishing post --f"';
    const suggested = (await run('fish', ['--no-config'], script)).split('\n').map((line) => line.split('\t')[0]);
    expect(suggested).toEqual(expect.arrayContaining(['--file', '--follow']));
  });

  testIf('zsh')('of zsh', async () => {
    const script = 'eval "$(social-publishing completion zsh)"; print $_comps[social-publishing]';
    expect(await run('zsh', ['-f'], script)).toBe('_social-publishing\n');
  });

  test('of PowerShell', async () => {
    expect(await bash('social-publishing completion powershell')).toContain('Register-ArgumentCompleter');
  });
});
