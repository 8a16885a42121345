import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
let helmPath: Promise<string> | undefined;

/** Runs Helm, `HELM_PATH` or that of tools/helm, and returns what it prints. A failure has Helm's message. */
export async function helm(...args: string[]): Promise<string> {
  const { HELM_PATH } = process.env;
  helmPath ??= HELM_PATH
    ? Promise.resolve(HELM_PATH)
    : run(process.execPath, [path.resolve('tools/helm/main.mjs')]).then(({ stdout }) => stdout);
  return (await run(await helmPath, args)).stdout;
}
