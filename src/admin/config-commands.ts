import type { Command } from 'commander';
import { type ConfigReport, reportConfig } from './config-report.js';
import type { Report } from './report.js';

/** The command that shows and tries the configuration. */
export function addConfigCommands(
  program: Command,
  { check, print, fail }: { check: () => Promise<ConfigReport>; print: (report: Report) => void; fail: () => void },
): void {
  program
    .command('check-config')
    .description('Show every value in force, and try database, storage, mail server and platforms.')
    .addHelpText(
      'after',
      '\nSecrets are masked. An object is written to the storage and deleted immediately; nothing else is written. Exit code 1: something does not work.',
    )
    .action(async () => {
      const report = await check();
      print(reportConfig(report));
      if (report.problems.length > 0 || report.checks.some(({ outcome }) => outcome === 'failed')) fail();
    });
}
