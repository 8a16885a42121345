import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.js';
import { MACHINE_ENV } from '../support/machine-env.js';

/** What `npm start` writes for scripts. */
export interface Facts {
  baseUrl: string;
  graphqlUrl: string;
  graphqlWsUrl: string;
  sandboxUrl: string;
  apiKey: string;
  email: string;
  password: string;
  connections: string[];
  textConnections: string[];
}

export const readFacts = async (dataDir: string): Promise<Facts> =>
  JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));

export interface Started {
  child: ChildProcess;
  output: () => string;
  exited: Promise<[number | null, string | null]>;
}

const started: ChildProcess[] = [];

/** What `npm start` runs once everything is installed and built. */
export function launch(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/service/main.js'], {
    env: { ...MACHINE_ENV, DEMO_DATA: 'false', PUBLISH_GRACE_MS: '100', WORKER_HEARTBEAT_SECONDS: '10', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  return { child, output: () => text, exited: once(child, 'close') as Started['exited'] };
}

/** Launches it and waits until it can be used. */
export async function run(env: Record<string, string>): Promise<Started> {
  const service = launch(env);
  await Promise.race([
    eventually(async () => (service.output().includes('Ctrl-C stops it') ? true : undefined)),
    service.exited.then(() => Promise.reject(new Error(service.output()))),
  ]);
  return service;
}

export async function end({ child, exited }: Started): Promise<number | null> {
  child.kill('SIGINT');
  const [code] = await exited;
  return code;
}

export function killAll(): void {
  for (const child of started) child.kill('SIGKILL');
}

export async function api({ baseUrl, apiKey }: Facts, method: string, route: string, body?: unknown) {
  const answer = await fetch(`${baseUrl}/api/v1${route}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** Schedules a post to every platform that publishes text alone. */
export const createPost = (facts: Facts, content: string, inMs: number) =>
  api(facts, 'POST', '/create-post', {
    content,
    platforms: facts.textConnections,
    scheduledTime: new Date(Date.now() + inMs).toISOString(),
  });
