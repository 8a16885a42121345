import { text } from 'node:stream/consumers';
import { runAdmin } from './compose/run-admin.js';

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  readInput: () => text(process.stdin),
  write: (output) => process.stdout.write(output),
  writeError: (output) => process.stderr.write(output),
});
