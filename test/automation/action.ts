/** The action as a runner starts it: its bundle, inputs and files in the environment, a folder as workspace. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

export const ACTION = path.resolve('clients/github-action');
const { inputs: declared, runs } = parse(readFileSync(path.join(ACTION, 'action.yml'), 'utf8'));

export interface Step {
  code: number | null;
  /** All that it printed: the log of the run. */
  log: string;
  outputs: Record<string, string>;
  summary: string;
  /** What the runner hides in the log. */
  masked: string[];
  /** What the page of the run shows as errors. */
  errors: string[];
}

/** A workspace for the tests of a file. */
export function useWorkspace() {
  const folder = mkdtempSync(path.join(tmpdir(), 'action-'));
  const workspace = path.join(folder, 'workspace');
  mkdirSync(workspace);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let runs = 0;
  return {
    folder,
    workspace,
    /** Returns the id of a new workflow run. Steps with the same id are re-runs of it. */
    newRunId: () => {
      runs += 1;
      return String(7_000_000_000 + runs);
    },
  };
}

/** One step; inputs that are not given have the defaults of action.yml. */
export async function runAction(
  workspace: string,
  inputs: Record<string, string>,
  env: Record<string, string> = {},
): Promise<Step> {
  const files = mkdtempSync(path.join(workspace, '../step-'));
  const [output, summary] = ['output', 'summary'].map((name) => path.join(files, name)) as [string, string];
  for (const file of [output, summary]) writeFileSync(file, '');
  const defaults = Object.entries<{ default?: string }>(declared).map(([name, input]) => [
    name,
    (input.default ?? '').replace(/^\$\{\{ toJSON\(matrix\) \}\}$/, 'null'),
  ]);
  const given = Object.entries({ ...Object.fromEntries(defaults), ...inputs });
  const child = spawn(process.execPath, [path.join(ACTION, runs.main)], {
    cwd: workspace,
    env: {
      PATH: process.env.PATH,
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'ann/site',
      GITHUB_JOB: 'announce',
      GITHUB_ACTION: '__run',
      GITHUB_RUN_ATTEMPT: '1',
      ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value])),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const log = out + err;
  const commands = (name: string) =>
    [...log.matchAll(new RegExp(`^::${name}(?: [^:]*)?::(.*)$`, 'gm'))].map(([, value = '']) => value);
  return {
    code,
    log,
    outputs: outputsOf(readFileSync(output, 'utf8')),
    summary: readFileSync(summary, 'utf8'),
    masked: commands('add-mask'),
    errors: commands('error'),
  };
}

/** The file format of the runner: `name<<delimiter`, the value, the delimiter. Later values count. */
function outputsOf(file: string): Record<string, string> {
  return Object.fromEntries(
    [...file.matchAll(/^(.+)<<(.+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]),
  );
}
