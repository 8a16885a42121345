import { type Command, InvalidArgumentError } from 'commander';
import { MAX_SCHEMAS } from './administer-distribution.use-case.js';
import { reportDistribution } from './report.js';
import type { Terminal } from './terminal.js';

/** The command that spreads a database over several servers. */
export function addDistributionCommands(program: Command, { run }: Terminal): void {
  program
    .command('distribute')
    .description('Divide the accounts among schemas on the workers of Citus; again, with more schemas: add empty ones.')
    .requiredOption('--schemas <number>', `how many schemas there are to be, up to ${MAX_SCHEMAS}`, parseSchemas)
    .option('--dry-run', 'show what it would move, and what has to be changed before; change nothing', false)
    .addHelpText('after', '\nSee docs/scaling.md, “Distribute”. It cannot be undone.')
    .action(({ schemas, dryRun }: { schemas: number; dryRun: boolean }) =>
      run(async ({ distribution }) => reportDistribution(await distribution.distribute(schemas, { dryRun }))),
    );
}

function parseSchemas(text: string): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_SCHEMAS) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_SCHEMAS}.`);
}
