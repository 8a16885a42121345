import { Argument, type Command } from 'commander';
import { PLATFORM_KEYS, type PlatformKey } from '../platforms/port/platform.js';
import { type PlatformReport, reportPlatform } from './platform-report.js';
import type { Report } from './report.js';

/** The command that tries the operator's app at a platform. */
export function addPlatformCommands(
  program: Command,
  needs: {
    check: (platform: PlatformKey) => Promise<PlatformReport>;
    print: (report: Report) => void;
    fail: () => void;
  },
): void {
  program
    .command('check-platform')
    .description('Try the id and the secret of your app at a platform, and show what a login there needs.')
    .addArgument(new Argument('<platform>').choices(PLATFORM_KEYS))
    .addHelpText(
      'after',
      '\nOne request is sent: the exchange of an invented login code. It changes nothing, and no secret is shown. Exit code 1: something is wrong or missing. How to set up a platform: docs/platforms/setup.',
    )
    .action(async (platform: PlatformKey) => {
      const report = await needs.check(platform);
      needs.print(reportPlatform(report));
      if (report.checks.some(({ outcome }) => outcome === 'failed')) needs.fail();
    });
}
