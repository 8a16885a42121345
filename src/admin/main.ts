import { text } from 'node:stream/consumers';
import { ConfigError } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { AdminError } from './admin-error.js';
import { openAdmin } from './open-admin.js';
import { makeProgram } from './program.js';

const program = makeProgram({
  open: () => openAdmin(process.env),
  readInput: () => text(process.stdin),
  write: (report) => process.stdout.write(`${report}\n`),
});

program.parseAsync().catch((error) => {
  // What the operator can mend is one sentence; anything else shows where it came from.
  const known = error instanceof AdminError || error instanceof AppError || error instanceof ConfigError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
