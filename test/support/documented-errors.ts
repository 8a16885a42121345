import { readFileSync } from 'node:fs';
import { buildSchema, Kind, OperationTypeNode, parse } from 'graphql';

const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {};

/** The codes with which a mutation's description ends. */
export const errorsOf = (description: string | null | undefined): string[] =>
  / Errors: ([A-Z_]+(?:, [A-Z_]+)*)\.$/.exec(description ?? '')?.[1]?.split(', ') ?? [];

/** What any operation can fail with (docs/guides/graphql.md). */
const EVERYWHERE = new Set([
  ...['API_KEY_REQUIRED', 'API_KEY_INVALID', 'API_KEY_OWNER_INVALID', 'API_ACCESS_DISABLED', 'MCP_ACCESS_DISABLED'],
  ...['SERVICE_USER_ID_INVALID', 'WORKSPACE_ACCESS_DISABLED', 'USER_NOT_MANAGED', 'MEMBERSHIP_ENDED'],
  ...[
    'API_KEY_SCOPE_REQUIRED',
    'PERMISSION_REQUIRED',
    'TWO_FACTOR_SETUP_REQUIRED',
    'OPERATOR_READS_ONLY',
    'OPERATOR_GETS_NO_ACCESS',
  ],
  ...['SESSION_REQUIRED', 'ACCOUNT_ON_HOLD', 'ACCOUNT_INACTIVE', 'RATE_LIMITED', 'SERVICE_BUSY', 'INTERNAL_ERROR'],
]);

interface ShownError {
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}

/** The errors of an operation's mutations that the descriptions of these do not name. */
export function undocumentedErrors(query: string, errors: readonly ShownError[]): string[] {
  const raised = errors.filter(({ path }) => path?.length === 1);
  if (raised.length === 0) return [];
  const names = new Map(
    parse(query)
      .definitions.flatMap((one) =>
        one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.MUTATION
          ? one.selectionSet.selections
          : [],
      )
      .flatMap((one) => (one.kind === Kind.FIELD ? [[(one.alias ?? one.name).value, one.name.value] as const] : [])),
  );
  return raised.flatMap(({ path, extensions }) => {
    const name = names.get(String(path?.[0]));
    const code = String(extensions?.code);
    if (name === undefined || EVERYWHERE.has(code)) return [];
    return errorsOf(mutations[name]?.description).includes(code) ? [] : [`${name}: ${code}`];
  });
}
