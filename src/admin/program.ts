import { Command } from 'commander';
import { addAccountCommands } from './account-commands.js';
import type { Admin } from './admin.js';
import { addAuditCommands } from './audit-commands.js';
import { addConfigCommands } from './config-commands.js';
import type { ConfigReport } from './config-report.js';
import { addKeyCommands } from './key-commands.js';
import { addMigrationCommands, type Migrations } from './migration-commands.js';
import { addPodCommands, type PodCommands } from './pod-commands.js';
import { addPublishingCommands } from './publishing-commands.js';
import type { Report } from './report.js';
import type { ReadInput, Terminal } from './terminal.js';
import { addUserCommands } from './user-commands.js';

/**
 * The operator's commands: their names, arguments and options. The actions are in the use cases. Where Commander would
 * end the process, it throws a `CommanderError`.
 */
export function makeProgram(needs: {
  open: () => Promise<Admin>;
  checkConfig: () => Promise<ConfigReport>;
  /** Makes the exit code 1. */
  fail: () => void;
  openMigrations: () => Promise<Migrations>;
  pods: PodCommands;
  readInput: ReadInput;
  write: (text: string) => void;
  writeError: (text: string) => void;
}): Command {
  const program = new Command('npm run admin --')
    .description(
      'Accounts, API keys, encryption keys, publishing, configuration and the audit log, for the operator of the service.',
    )
    .option('--json', 'print JSON, for scripts (use with npm run --silent)')
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: needs.write, writeErr: needs.writeError })
    .addHelpText(
      'after',
      '\nUses DATABASE_URL from the service’s environment; without it, the database of a running npm start.',
    );
  const print = ({ text, json }: Report) =>
    needs.write(`${program.opts().json ? JSON.stringify(json) : printable(text)}\n`);
  const terminal: Terminal = {
    async run(work) {
      const admin = await needs.open();
      try {
        print(await work(admin));
      } finally {
        await admin.close();
      }
    },
    readInput: needs.readInput,
  };
  addAccountCommands(program, terminal);
  addUserCommands(program, terminal);
  addKeyCommands(program, terminal);
  addPublishingCommands(program, terminal);
  addConfigCommands(program, { check: needs.checkConfig, print, fail: needs.fail });
  addAuditCommands(program, terminal);
  addMigrationCommands(program, needs);
  addPodCommands(program, terminal, { pods: needs.pods, print });
  return program;
}

/** Names and user agents are anybody's text: nothing in them may control the terminal, or turn the direction of a line. */
const printable = (text: string): string =>
  text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
