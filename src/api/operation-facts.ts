import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import type { Viewer } from '../domain/identity/access/viewer.js';
import type { RequestFacts } from '../foundation/http/request-log.js';
import type { OperationCost } from './charge-operation.js';

/** Characters of an operation's name in the log. */
const NAME_KEPT = 100;

/** What the log has of an operation that was charged. */
export async function operationFacts(
  operation: OperationDefinitionNode | null | undefined,
  { requested: cost }: OperationCost,
  viewer: () => Promise<Viewer>,
): Promise<RequestFacts> {
  const name = operation?.name?.value.slice(0, NAME_KEPT);
  const facts = { operation: [operation?.operation, name].filter(Boolean).join(' '), cost };
  // An operation without cost needs no account. If it has a field that does, that field refuses callers without one.
  const account = cost === 0 ? undefined : await viewer().catch(() => undefined);
  return { ...facts, ...(account && { userId: account.userId }) };
}

/** Each code once. */
export const codesOf = (errors: readonly GraphQLFormattedError[]): string[] => [
  ...new Set(errors.map(({ extensions }) => String(extensions?.code))),
];
