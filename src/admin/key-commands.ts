import type { Command } from 'commander';
import type { ReEncrypted } from '../domain/accounts/re-encrypt.use-case.js';
import { AdminError } from './admin-error.js';
import { reportKey, reportKeys, reportNewKey, reportReEncrypted } from './report.js';
import { type Terminal, WHO } from './terminal.js';

/** The commands about API keys and the encryption keys. */
export function addKeyCommands(program: Command, { run }: Terminal): void {
  program
    .command('create-key')
    .description('Make an API key and show it, this once.')
    .argument(...WHO)
    .option('--name <name>', 'what it is for', 'Default')
    .option('--mcp', 'may send x-service-client: mcp, when the account may', false)
    .option('--workspace', 'may act for managed users, when the account may', false)
    .action((who: string, { name, mcp: mcpAccess, workspace: workspaceAccess }) =>
      run(async ({ keys }) => reportNewKey(await keys.create(who, { name, mcpAccess, workspaceAccess }))),
    );

  program
    .command('list-keys')
    .description('List the API keys of an account that work.')
    .argument(...WHO)
    .action((who: string) => run(async ({ keys }) => reportKeys(await keys.list(who))));

  program
    .command('revoke-key')
    .description('Make an API key worthless, from the next request on.')
    .argument('<prefix>', 'its public beginning, before the dot')
    .action((prefix: string) => run(async ({ keys }) => reportKey(await keys.revoke(prefix))));

  program
    .command('re-encrypt')
    .description('Encrypt every stored secret with the newest of ENCRYPTION_KEYS; the service may run.')
    .addHelpText(
      'after',
      '\nTo change the key: put the new one first (ENCRYPTION_KEYS=new,old), restart every process, run this, drop the old one.',
    )
    .action(() => run(async ({ reEncrypt }) => reportReEncrypted(assertComplete(await reEncrypt()))));
}

/** Throws when an older key is still needed. */
function assertComplete(result: ReEncrypted): ReEncrypted {
  const { unreadable, outdated } = result;
  if (unreadable.length > 0) {
    throw new AdminError(
      `Secrets that no key of ENCRYPTION_KEYS can read: ${unreadable.length}, the first of them ${unreadable[0]}.`,
    );
  }
  if (outdated > 0) {
    throw new AdminError(
      `Secrets written with an older key meanwhile: ${outdated}; restart every process with the newest key first in ENCRYPTION_KEYS, then run this again.`,
    );
  }
  return result;
}
