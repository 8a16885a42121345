/** Stoplight's Prism between the callers and the service: it validates what passes by against the OpenAPI document. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Response } from 'supertest';
import { TOOL_ENV, toolPath } from './tools.js';

export interface Prism {
  url: string;
  /** Throws when Prism objects to a response, or to a request that was accepted. */
  expectNoViolation(answer: Pick<Response, 'status' | 'headers'>): void;
  close(): Promise<void>;
}

export async function openPrism(document: object, upstream: string): Promise<Prism> {
  const folder = await mkdtemp(path.join(tmpdir(), 'prism-'));
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  // Without --errors, requests that the service refuses reach it.
  const args = ['proxy', file, upstream, '--host', '127.0.0.1', '--port', '0', '--cors', 'false'];
  const child = spawn(toolPath('prism'), args, { stdio: ['ignore', 'pipe', 'inherit'], env: TOOL_ENV });
  const exited = once(child, 'exit');
  const output: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (output.length < 100) output.push(line);
      const [address] = /(?<=Prism is listening on )http:\S+/.exec(line) ?? [];
      if (address) resolve(address);
    });
    void exited.then(([code]) => reject(new Error(`Prism ended with ${code}:\n${output.join('\n')}`)));
  });
  return {
    url,
    expectNoViolation,
    async close() {
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const expectNoViolation: Prism['expectNoViolation'] = ({ status, headers }) => {
  const violations: { location?: string[]; message: string }[] = JSON.parse(headers['sl-violations'] ?? '[]');
  const wrong = violations.filter(({ location }) => status < 300 || location?.[0] === 'response');
  if (wrong.length > 0) throw new Error(`Prism objects: ${JSON.stringify(wrong)}`);
};
