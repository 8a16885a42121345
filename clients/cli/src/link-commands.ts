/** The command for parameters of links. */
import type { Client } from '../../typescript/src/index.js';
import type { Context, Outcome } from './commands.js';
import { isAccount, toPlatform } from './inputs.js';
import { UsageError } from './usage-error.js';

export interface LinkOptions {
  to?: string[];
  source?: string;
  medium?: string;
  campaign?: string;
  term?: string;
  content?: string;
  remove?: boolean;
}

/** Sets or removes the rules of the targets, or that of all accounts; prints all rules. */
export async function linkParameters(context: Context, { to, remove = false, ...given }: LinkOptions): Outcome {
  const { client, terminal, json, signal } = context;
  const isSet = Object.keys(given).length > 0;
  if (isSet && remove) throw new UsageError('--remove excludes parameters.');
  if (to && !isSet && !remove)
    throw new UsageError('Nothing to change: give parameters such as --source, or --remove.');
  if (isSet || remove) {
    for (const scope of await scopesOf(client, to, signal)) {
      await client.api.setLinkParameters({ ...scope, parameters: remove ? null : given }, { signal });
    }
  }
  const rules = await client.api.linkRules({ signal });
  if (json) terminal.json(rules);
  else {
    const rows = rules.map(({ accountId, platform, parameters: { source, medium, campaign, term, content } }) => [
      ...[accountId ?? platform?.toLowerCase() ?? 'all', source, medium, campaign, term, content],
    ]);
    terminal.table(['FOR', 'SOURCE', 'MEDIUM', 'CAMPAIGN', 'TERM', 'CONTENT'], rows);
  }
  return true;
}

/** What the rules are for: the platforms, the accounts, or everything. */
async function scopesOf(client: Client, to: readonly string[] | undefined, signal: AbortSignal) {
  if (!to) return [{}];
  const platforms = to.filter((target) => !isAccount(target)).map((name) => ({ platform: toPlatform(name) }));
  const platformIds = to.filter(isAccount);
  const accounts = [];
  if (platformIds.length > 0) {
    for await (const { id } of client.accounts.list({ filter: { platformIds }, signal }))
      accounts.push({ accountId: id });
    if (accounts.length < new Set(platformIds).size) throw new UsageError('Not all of these accounts are connected.');
  }
  return [...platforms, ...accounts];
}
