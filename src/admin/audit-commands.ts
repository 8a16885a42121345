import { type Command, InvalidArgumentError, Option } from 'commander';
import { AUDIT_ACTIONS, type AuditAction } from '../domain/audit/audit-event.js';
import { reportAudit } from './report.js';
import { parseTime, type Terminal } from './terminal.js';

interface AuditOptions {
  action: AuditAction | null;
  since: Date | null;
  page: number;
}

/** The command that shows the audit log. */
export function addAuditCommands(program: Command, { run }: Terminal): void {
  program
    .command('audit')
    .description('Show the audit log, newest first: of an account, or of the whole installation.')
    .argument('[user]', 'e-mail address or id; the id also of an account that was removed', null)
    .addOption(new Option('--action <action>', 'one action').choices(Object.keys(AUDIT_ACTIONS)).default(null))
    .option('--since <time>', 'the earliest time, ISO 8601', parseTime, null)
    .option('--page <number>', 'a page of 50 events', parsePage, 1)
    .action((who: string | null, { action, since, page }: AuditOptions) =>
      run(async ({ audit }) => reportAudit(await audit.list({ who, action, since, page }))),
    );
}

function parsePage(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}
