import { type Command, InvalidArgumentError, Option } from 'commander';
import { type LimitOverrides, NO_LIMIT, NO_LIMIT_BYTES } from '../domain/plans/plans.js';
import { PLATFORM_KEYS, type PlatformKey } from '../platforms/port/platform.js';
import { AdminError } from './admin-error.js';
import { reportAccount, reportPlans } from './report.js';
import { type Terminal, WHO } from './terminal.js';

const GIGABYTE = 1024 ** 3;

/** Commander takes null for an option without a value, so that `none` stays a word. */
type Given = number | 'none';

interface GivenLimits {
  api?: 'on' | 'off';
  postsPerMonth?: Given;
  scheduledPosts?: Given;
  drafts?: Given;
  horizonDays?: Given;
  connections?: Given;
  storageGigabytes?: Given;
  storageFiles?: Given;
  platforms?: PlatformKey[] | 'all';
}

/** Commands about plans, and about the limits of single accounts. */
export function addPlanCommands(program: Command, { run }: Terminal): void {
  program
    .command('plans')
    .description('List the plans in force, with their limits and how many accounts have them.')
    .action(() => run(async ({ accounts }) => reportPlans(await accounts.plans())));

  program
    .command('set-plan')
    .description('Change the plan of an account.')
    .argument(...WHO)
    .argument('<plan>', 'one of those that the command plans lists')
    .action((who: string, plan: string) =>
      run(async ({ accounts }) => reportAccount(await accounts.setPlan(who, plan))),
    );

  program
    .command('set-limits')
    .description('Replace limits of the plan for one account; none: no limit.')
    .argument(...WHO)
    .addOption(new Option('--api <switch>', 'use of the API by keys').choices(['on', 'off']))
    .option('--posts-per-month <number>', 'platform posts in a month, counted as the plan does', parseCount)
    .option('--scheduled-posts <number>', 'platform posts that are scheduled', parseCount)
    .option('--drafts <number>', 'drafts', parseCount)
    .option('--horizon-days <number>', 'days ahead that a post can be scheduled', parseDays)
    .option('--connections <number>', 'connected accounts', parseCount)
    .option('--storage-gigabytes <number>', 'size of all files', parseGigabytes)
    .option('--storage-files <number>', 'number of files', parseCount)
    .option('--platforms <keys>', 'platforms with commas between them, or all', parsePlatforms)
    .option('--reset', 'remove the limits that were set before', false)
    .addHelpText('after', '\nWhat is not given stays. The limits of an account survive a change of its plan.')
    .action((who: string, { reset, ...given }: GivenLimits & { reset: boolean }) => {
      const limits = toOverrides(given);
      if (!reset && Object.keys(limits).length === 0) {
        throw new AdminError('Specify a limit, or --reset.');
      }
      return run(async ({ accounts }) => reportAccount(await accounts.setLimits(who, limits, { reset })));
    });
}

function toOverrides(given: GivenLimits): LimitOverrides {
  const { api, postsPerMonth, scheduledPosts, drafts, horizonDays, connections, storageGigabytes, platforms } = given;
  const { storageFiles } = given;
  const count = (value: Given) => (value === 'none' ? NO_LIMIT : value);
  const orNull = (value: Given) => (value === 'none' ? null : value);
  const bytes = (value: Given) => (value === 'none' ? NO_LIMIT_BYTES : Math.floor(value * GIGABYTE));
  return {
    ...(api && { apiAccess: api === 'on' }),
    ...(postsPerMonth !== undefined && { postsPerMonth: count(postsPerMonth) }),
    ...(scheduledPosts !== undefined && { scheduledPosts: count(scheduledPosts) }),
    ...(drafts !== undefined && { drafts: count(drafts) }),
    ...(horizonDays !== undefined && { horizonDays: orNull(horizonDays) }),
    ...(connections !== undefined && { connections: orNull(connections) }),
    ...(storageGigabytes !== undefined && { storageBytes: bytes(storageGigabytes) }),
    ...(storageFiles !== undefined && { storageFiles: count(storageFiles) }),
    ...(platforms !== undefined && { platforms: platforms === 'all' ? null : platforms }),
  };
}

function parseCount(text: string): Given {
  if (text === 'none') return text;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number below 1000000000, or none.');
  return Number(text);
}

function parseDays(text: string): Given {
  const days = parseCount(text);
  if (days === 'none' || (days >= 1 && days <= 36_500)) return days;
  throw new InvalidArgumentError('It must be a whole number from 1 to 36500, or none.');
}

function parseGigabytes(text: string): Given {
  if (text === 'none') return text;
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number below 1000000, or none.');
}

function parsePlatforms(text: string): PlatformKey[] | 'all' {
  if (text === 'all') return text;
  const keys = text.split(',').map((key) => key.trim());
  const known = PLATFORM_KEYS.filter((key) => keys.includes(key));
  if (known.length === keys.length) return known;
  throw new InvalidArgumentError(`It must be all, or some of ${PLATFORM_KEYS.join(', ')}.`);
}
