import { readdir } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { CommanderError } from 'commander';
import { AdminError } from '../admin/admin-error.js';
import { makeProgram, type PodToOpen } from '../admin/program.js';
import { printable, type ReadInput } from '../admin/terminal.js';
import { ConfigError } from '../config/config.js';
import { fromCommand } from '../domain/audit/origin.js';
import { AppError } from '../foundation/errors/app-error.js';
import { StartError } from '../foundation/errors/start-error.js';
import { RouterError, writeRouter } from '../pods/write-router.js';
import { checkConfig } from './check-config.js';
import { checkPlatform } from './check-platform.js';
import { openAdmin, openMigrations, podConfig } from './open-admin.js';

/** What a command has of its process. */
export interface AdminProcess {
  env: Record<string, string | undefined>;
  readInput: ReadInput;
  write: (text: string) => void;
  writeError: (text: string) => void;
}

/** Runs one operator's command and returns the exit code. `args` are what follows the program's name. */
export async function runAdmin(
  args: readonly string[],
  { env, readInput, write, writeError }: AdminProcess,
): Promise<number> {
  let code = 0;
  const program = makeProgram({
    open: () => openAdmin(env, (line) => writeError(`${line}\n`)),
    podsIn,
    checkConfig: () => checkConfig(env),
    checkPlatform: (platform) => checkPlatform(env, platform),
    openMigrations: () => openMigrations(env),
    pods: { writeRouter },
    fail() {
      code = 1;
    },
    readInput,
    write,
    writeError,
  });
  try {
    await fromCommand(operatorName(), () => program.parseAsync(args, { from: 'user' }));
    return code;
  } catch (error) {
    // Commander has printed what is wrong with the arguments, or the help.
    if (error instanceof CommanderError) return error.exitCode;
    // Problems that the operator can fix are one sentence; others show a stack trace.
    const known = [AdminError, AppError, ConfigError, RouterError, StartError].some((kind) => error instanceof kind);
    writeError(`${printable(String(error instanceof Error ? (known ? error.message : error.stack) : error))}\n`);
    return 1;
  }
}

/** The pods of a folder with a file `<pod>.env` for each, in order. */
async function podsIn(folder: string): Promise<PodToOpen[]> {
  const files = await readdir(folder).catch((error) => {
    throw new AdminError(`The folder ${folder} cannot be read (${error.code}).`);
  });
  const pods = files.flatMap((file) => /^([0-9a-f]{2})\.env$/.exec(file)?.[1] ?? []).sort();
  if (pods.length === 0) throw new AdminError(`The folder ${folder} has no file such as 00.env.`);
  return pods.map((pod) => ({
    pod,
    async open() {
      podConfig(folder, pod);
      return openAdmin({ CONFIG_FILE: path.join(folder, `${pod}.env`) });
    },
  }));
}

/** Who runs the command: `user@host`, with the number of a user that has no name. */
function operatorName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`;
  }
}
