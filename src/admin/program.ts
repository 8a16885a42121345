import { Command } from 'commander';
import { addAccountCommands } from './account-commands.js';
import type { Admin } from './admin.js';
import { addKeyCommands } from './key-commands.js';
import { addMigrationCommands, type Migrations } from './migration-commands.js';
import { addPublishingCommands } from './publishing-commands.js';
import type { Terminal } from './terminal.js';

/**
 * The operator's commands: their names, arguments and options. The actions are in the use cases. Where Commander would
 * end the process, it throws a `CommanderError`.
 */
export function makeProgram(needs: {
  open: () => Promise<Admin>;
  openMigrations: () => Promise<Migrations>;
  readInput: () => Promise<string>;
  write: (text: string) => void;
  writeError: (text: string) => void;
}): Command {
  const program = new Command('npm run admin --')
    .description('Accounts, API keys, encryption keys and publishing, for the operator of the service.')
    .option('--json', 'print JSON, for scripts (use with npm run --silent)')
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: needs.write, writeErr: needs.writeError })
    .addHelpText(
      'after',
      '\nUses DATABASE_URL from the service’s environment; without it, the database of a running npm start.',
    );
  const terminal: Terminal = {
    async run(work) {
      const admin = await needs.open();
      try {
        const { text, json } = await work(admin);
        needs.write(`${program.opts().json ? JSON.stringify(json) : text}\n`);
      } finally {
        await admin.close();
      }
    },
    readInput: needs.readInput,
  };
  addAccountCommands(program, terminal);
  addKeyCommands(program, terminal);
  addPublishingCommands(program, terminal);
  addMigrationCommands(program, needs);
  return program;
}
