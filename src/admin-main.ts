import { text } from 'node:stream/consumers';
import { AdminError } from './admin/admin-error.js';
import { makeProgram } from './admin/program.js';
import { openAdmin } from './compose/open-admin.js';
import { ConfigError } from './config/config.js';
import { AppError } from './foundation/errors/app-error.js';

const program = makeProgram({
  open: () => openAdmin(process.env),
  readInput: () => text(process.stdin),
  write: (report) => process.stdout.write(`${report}\n`),
});

program.parseAsync().catch((error) => {
  // Problems that the operator can fix are one sentence; others show a stack trace.
  const known = error instanceof AdminError || error instanceof AppError || error instanceof ConfigError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
