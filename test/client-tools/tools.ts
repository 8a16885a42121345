/** The programs of tools/clients, run as their users run them. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const PACKAGES = path.resolve('tools/clients/node_modules');

/** No tool reports that it was used. */
export const TOOL_ENV = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

export const toolPath = (name: string): string => path.join(PACKAGES, '.bin', name);

/** A project of a test file: a folder that has the packages of tools/clients. */
export interface Project {
  folder: string;
  /** Writes files, by their paths in the folder. */
  write(files: Record<string, string>): void;
  /** Runs a tool in the folder and returns what it prints; fails when the tool does. */
  run(name: string, ...args: string[]): Promise<string>;
}

export function useProject(): Project {
  const folder = mkdtempSync(path.join(tmpdir(), 'clients-'));
  symlinkSync(PACKAGES, path.join(folder, 'node_modules'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
      }
    },
    async run(name, ...args) {
      // Some keep files in the user's home.
      const env = { ...TOOL_ENV, HOME: folder };
      const { stdout } = await promisify(execFile)(toolPath(name), args, { cwd: folder, env });
      return stdout;
    },
  };
}
