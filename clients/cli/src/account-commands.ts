/** Commands about the account, and any operation. */
import { readFile } from 'node:fs/promises';
import type { Context, Outcome } from './commands.js';
import { readAll } from './inputs.js';
import { UsageError } from './usage-error.js';

export async function whoami({ client, terminal, json, signal }: Context): Outcome {
  const viewer = await client.api.viewer({ signal });
  if (json) terminal.json(viewer);
  else terminal.line(`${viewer.displayName} <${viewer.email}> ${viewer.plan.name} ${viewer.id}`);
  return true;
}

/** A limit of a plan without the limit, as the API returns it. */
const NO_LIMIT = { count: 2_147_483_647, bytes: Number.MAX_SAFE_INTEGER } as const;
const NO_LIMIT_TEXT = 'no limit';
/** As plans and the dashboard count. */
const GIGABYTE = 1024 ** 3;

export async function usage({ client, terminal, json, signal }: Context): Outcome {
  const found = await client.api.usage({}, { signal });
  if (json) {
    terminal.json(found);
    return true;
  }
  const { postsPerMonth, scheduledPosts, connectedAccounts, storage } = found;
  const { maxConnectedAccounts } = found.plan;
  const count = (limit: number | null) => (limit === null || limit >= NO_LIMIT.count ? NO_LIMIT_TEXT : String(limit));
  const quota = ({ used, limit, per }: typeof postsPerMonth) => [
    String(used),
    limit >= NO_LIMIT.count ? NO_LIMIT_TEXT : `${limit} per ${per.toLowerCase()}`,
  ];
  const size = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;
  terminal.table(
    ['WHAT', 'USED', 'LIMIT'],
    [
      ['posts this month', ...quota(postsPerMonth)],
      ['scheduled posts', ...quota(scheduledPosts)],
      ['accounts', String(connectedAccounts), count(maxConnectedAccounts)],
      ['files', String(storage.usedFiles), count(storage.limitFiles)],
      [
        'storage',
        size(storage.usedBytes),
        storage.limitBytes >= NO_LIMIT.bytes ? NO_LIMIT_TEXT : size(storage.limitBytes),
      ],
    ],
  );
  return true;
}

/**
 * Runs a query or mutation of the schema: of the argument, of a file after @, or of standard input. When only some fields
 * failed, it prints the result of the others and then throws all errors.
 */
export async function api(context: Context, given: string | undefined, { variables = '{}' }): Outcome {
  const { client, terminal, signal, stdin } = context;
  if (given === undefined && stdin.isTTY)
    throw new UsageError('An operation is required: as an argument, or on standard input.');
  const text = given?.startsWith('@') ? await readOperation(given.slice(1)) : (given ?? (await readAll(stdin, signal)));
  const problems: unknown[] = [];
  const onErrors = (errors: readonly unknown[]) => void problems.push(...errors);
  const data = await client.graphql(text, parseVariables(variables), { signal, onErrors });
  terminal.json(data);
  if (problems.length > 1) throw new AggregateError(problems);
  if (problems.length === 1) throw problems[0];
  return true;
}

const readOperation = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read.`);
  });

function parseVariables(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It is refused below.
  }
  throw new UsageError('--variables must be a JSON object, such as {"id": "0123"}.');
}
