import { CommanderError } from 'commander';
import { AdminError } from '../admin/admin-error.js';
import { makeProgram } from '../admin/program.js';
import { ConfigError } from '../config/config.js';
import { AppError } from '../foundation/errors/app-error.js';
import { StartError } from '../foundation/errors/start-error.js';
import { openAdmin, openMigrations } from './open-admin.js';

/** What a command has of its process. */
export interface AdminProcess {
  env: Record<string, string | undefined>;
  /** Everything on standard input. */
  readInput: () => Promise<string>;
  write: (text: string) => void;
  writeError: (text: string) => void;
}

/** Runs one operator's command and returns the exit code. `args` are what follows the program's name. */
export async function runAdmin(
  args: readonly string[],
  { env, readInput, write, writeError }: AdminProcess,
): Promise<number> {
  const program = makeProgram({
    open: () => openAdmin(env),
    openMigrations: () => openMigrations(env),
    readInput,
    write,
    writeError,
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed what is wrong with the arguments, or the help.
    if (error instanceof CommanderError) return error.exitCode;
    // Problems that the operator can fix are one sentence; others show a stack trace.
    const known = [AdminError, AppError, ConfigError, StartError].some((kind) => error instanceof kind);
    writeError(`${error instanceof Error ? (known ? error.message : error.stack) : error}\n`);
    return 1;
  }
}
