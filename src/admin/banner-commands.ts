import { type Command, Option } from 'commander';
import { type Banner, BannerLevel, MAX_BANNER } from '../domain/banner/banner.js';
import { iso, type Report } from './report.js';
import { parseTime, type Terminal } from './terminal.js';

/** Commands about the banner for all users of the dashboard. */
export function addBannerCommands(program: Command, { run }: Terminal): void {
  program
    .command('banner')
    .description('Show the banner that all users of the dashboard see.')
    .action(() => run(async ({ banner }) => reportBanner(await banner.current())));

  program
    .command('show-banner')
    .description('Show a banner to all users of the dashboard, in place of the one before.')
    .argument('<text>', `1 to ${MAX_BANNER} characters`)
    .addOption(
      new Option('--level <level>', 'what it is about').choices(Object.values(BannerLevel)).default(BannerLevel.INFO),
    )
    .option('--until <time>', 'when it ends, ISO 8601; without it, remove-banner ends it', parseTime, null)
    .addHelpText('after', '\nExample: npm run admin -- show-banner "Upgrade on Sunday at 10:00 UTC" --level warning')
    .action((text: string, options: Omit<Banner, 'text'>) =>
      run(async ({ banner }) => reportBanner(await banner.show({ text, ...options }))),
    );

  program
    .command('remove-banner')
    .description('Remove the banner.')
    .action(() =>
      run(async ({ banner }) => {
        const removed = await banner.remove();
        return { json: { removed }, text: removed ? 'The banner is removed.' : 'There was no banner.' };
      }),
    );
}

const reportBanner = (banner: Banner | null): Report => ({
  json: banner,
  text: banner
    ? `${banner.level}${banner.until ? `, until ${iso(banner.until)}` : ''}: ${banner.text}`
    : 'No banner is shown.',
});
