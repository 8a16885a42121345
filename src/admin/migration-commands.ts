import { type Command, CommanderError } from 'commander';

/** The tables of the database, and what changes them to those of this version. */
export interface Migrations {
  /** Names of what is still to be run, in order. */
  pending(): Promise<string[]>;
  /** Runs the pending migrations and returns their names. */
  run(): Promise<string[]>;
  close(): Promise<void>;
}

/** `migrate`, and `migrate --check`, whose exit code is 1 while migrations are pending. */
export function addMigrationCommands(
  program: Command,
  needs: { openMigrations: () => Promise<Migrations>; write: (text: string) => void },
): void {
  program
    .command('migrate')
    .description('Change the tables of the database to those of this version, beside running processes.')
    .option('--check', 'change nothing, and list what is pending; the exit code is 1 if anything is', false)
    .addHelpText('after', '\nSee docs/operating.md, “Upgrade”.')
    .action(async ({ check }: { check: boolean }) => {
      const migrations = await needs.openMigrations();
      try {
        const names = await (check ? migrations.pending() : migrations.run());
        const title = check ? 'Pending' : 'Migrated';
        const text = names.length > 0 ? `${title}: ${names.join(', ')}` : 'The database is up to date';
        needs.write(`${program.opts().json ? JSON.stringify({ [title.toLowerCase()]: names }) : text}\n`);
        if (check && names.length > 0) throw new CommanderError(1, 'migrate.pending', '');
      } finally {
        await migrations.close();
      }
    });
}
