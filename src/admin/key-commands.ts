import { type Command, InvalidArgumentError } from 'commander';
import type { ReEncrypted } from '../domain/accounts/re-encrypt.use-case.js';
import { ALL_SCOPES, type ApiKeyScope, DEFAULT_SCOPES } from '../domain/identity/access/scope.js';
import { AdminError } from './admin-error.js';
import { reportKey, reportKeys, reportNewKey, reportReEncrypted } from './report.js';
import { type Terminal, WHO } from './terminal.js';

function parseScopes(names: string): ApiKeyScope[] {
  return names.split(',').map((name) => {
    const scope = ALL_SCOPES.find((one) => one === name.trim().toUpperCase());
    if (!scope) throw new InvalidArgumentError(`Use one or more of ${ALL_SCOPES.join(', ').toLowerCase()}.`);
    return scope;
  });
}

/** The commands about API keys and the encryption keys. */
export function addKeyCommands(program: Command, { run }: Terminal): void {
  program
    .command('create-key')
    .description('Create an API key and show it once.')
    .argument(...WHO)
    .option('--name <name>', 'name of the key', 'Default')
    .option(
      '--scopes <names>',
      'what it may do besides reading, separated by commas: draft, publish, manage, mcp, workspace',
      parseScopes,
      [...DEFAULT_SCOPES],
    )
    .action((who: string, { name, scopes }) =>
      run(async ({ keys }) => reportNewKey(await keys.create(who, { name, scopes }))),
    );

  program
    .command('list-keys')
    .description('List the active API keys of an account.')
    .argument(...WHO)
    .action((who: string) => run(async ({ keys }) => reportKeys(await keys.list(who))));

  program
    .command('revoke-key')
    .description('Revoke an API key, effective from the next request.')
    .argument('<prefix>', 'public prefix of the key, before the dot')
    .action((prefix: string) => run(async ({ keys }) => reportKey(await keys.revoke(prefix))));

  program
    .command('re-encrypt')
    .description('Re-encrypt every stored secret with the newest of ENCRYPTION_KEYS; the service may keep running.')
    .addHelpText(
      'after',
      '\nTo change the key: put the new one first (ENCRYPTION_KEYS=new,old), restart every process, run this command, then remove the old one.',
    )
    .action(() => run(async ({ reEncrypt }) => reportReEncrypted(assertComplete(await reEncrypt()))));
}

/** Throws when an older key is still needed. */
function assertComplete(result: ReEncrypted): ReEncrypted {
  const { unreadable, outdated } = result;
  if (unreadable.length > 0) {
    throw new AdminError(
      `Secrets that no key of ENCRYPTION_KEYS can decrypt: ${unreadable.length}, starting with ${unreadable[0]}.`,
    );
  }
  if (outdated > 0) {
    throw new AdminError(
      `Secrets written with an older key in the meantime: ${outdated}; restart every process with the newest key first in ENCRYPTION_KEYS, then run this again.`,
    );
  }
  return result;
}
