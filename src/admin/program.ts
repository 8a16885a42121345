import { Command } from 'commander';
import type { PlatformKey } from '../platforms/port/platform.js';
import { addAccountCommands } from './account-commands.js';
import type { Admin } from './admin.js';
import { AdminError } from './admin-error.js';
import { addAuditCommands } from './audit-commands.js';
import { addBannerCommands } from './banner-commands.js';
import { addConfigCommands } from './config-commands.js';
import type { ConfigReport } from './config-report.js';
import { addKeyCommands } from './key-commands.js';
import { addMigrationCommands, type Migrations } from './migration-commands.js';
import { addPlanCommands } from './plan-commands.js';
import { addPlatformCommands } from './platform-commands.js';
import type { PlatformReport } from './platform-report.js';
import { addPodCommands, type PodCommands } from './pod-commands.js';
import { addPostCommands } from './post-commands.js';
import { addPublishingCommands } from './publishing-commands.js';
import { addQueueCommands } from './queue-commands.js';
import type { Report } from './report.js';
import { printable, type ReadInput, type Terminal } from './terminal.js';
import { addUserCommands } from './user-commands.js';

/** A pod of `--all-pods`. */
export interface PodToOpen {
  pod: string;
  open: () => Promise<Admin>;
}

/** The commands that `--all-pods` runs in every pod: they only show. */
const IN_EVERY_POD = ['list-users', 'status', 'audit', 'posts', 'queues', 'mails', 'processes'];

/**
 * The operator's commands: their names, arguments and options. The actions are in the use cases. Where Commander would
 * end the process, it throws a `CommanderError`.
 */
export function makeProgram(needs: {
  open: () => Promise<Admin>;
  /** The pods whose configurations are in a folder, to open one after the other. */
  podsIn: (folder: string) => Promise<PodToOpen[]>;
  checkConfig: () => Promise<ConfigReport>;
  checkPlatform: (platform: PlatformKey) => Promise<PlatformReport>;
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
    .option(
      '--all-pods <folder>',
      `in every pod, with the configuration <pod>.env of each in the folder (${IN_EVERY_POD.join(', ')})`,
    )
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: needs.write, writeErr: (text) => needs.writeError(printable(text)) })
    .addHelpText(
      'after',
      '\nUses DATABASE_URL from the service’s environment; without it, the database of a running npm start.',
    );
  const print = ({ text, json }: Report) =>
    needs.write(`${printable(program.opts().json ? JSON.stringify(json) : text)}\n`);
  const terminal: Terminal = {
    async run(work) {
      const report = async (open: () => Promise<Admin>) => {
        const admin = await open();
        try {
          return await work(admin);
        } finally {
          await admin.close();
        }
      };
      const { allPods } = program.opts<{ allPods?: string }>();
      if (allPods === undefined) return print(await report(needs.open));
      const reports: [pod: string, report: Report][] = [];
      for (const { pod, open } of await needs.podsIn(allPods)) {
        // The others are shown all the same.
        const failed = (error: Error): Report => {
          needs.fail();
          return { text: error.message, json: { error: error.message } };
        };
        reports.push([pod, await report(open).catch(failed)]);
      }
      print(reportPods(reports));
    },
    readInput: needs.readInput,
  };
  program.hook('preAction', (_, command) => {
    if (program.opts().allPods === undefined || IN_EVERY_POD.includes(command.name())) return;
    throw new AdminError(`--all-pods is for ${IN_EVERY_POD.join(', ')}.`);
  });
  addAccountCommands(program, terminal);
  addPlanCommands(program, terminal);
  addUserCommands(program, terminal);
  addKeyCommands(program, terminal);
  addPublishingCommands(program, terminal);
  addPostCommands(program, terminal);
  addQueueCommands(program, terminal);
  addConfigCommands(program, { check: needs.checkConfig, print, fail: needs.fail });
  addPlatformCommands(program, { check: needs.checkPlatform, print, fail: needs.fail });
  addBannerCommands(program, terminal);
  addAuditCommands(program, terminal);
  addMigrationCommands(program, needs);
  addPodCommands(program, terminal, { pods: needs.pods, print });
  return program;
}

/** What a command says in each pod. */
const reportPods = (reports: readonly (readonly [pod: string, report: Report])[]): Report => ({
  json: Object.fromEntries(reports.map(([pod, { json }]) => [pod, json])),
  text: reports.map(([pod, { text }]) => `Pod ${pod}\n${text}`).join('\n\n'),
});
