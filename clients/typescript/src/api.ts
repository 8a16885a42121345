/** Every operation of the schema, under its name. */
import type { CallOptions } from './call-options.js';
import { type Api, CALLS, SUBSCRIPTIONS } from './operations.js';
import type { Endpoint } from './options.js';
import { runOperation } from './run-operation.js';
import type { Subscribe } from './socket.js';
import { eventsOf } from './subscription.js';
import type { TypedDocument } from './typed-document.js';

type AnyDocument = TypedDocument<Record<string, unknown>, Record<string, unknown>>;
type Variables = Record<string, unknown>;

export const makeApi = (endpoint: Endpoint, subscribe: Subscribe): Api =>
  ({
    ...Object.fromEntries(
      Object.entries<string>(CALLS).map(([name, document]) => [name, call(endpoint, name, document as AnyDocument)]),
    ),
    ...Object.fromEntries(
      Object.entries(SUBSCRIPTIONS).map(([name, { document, position }]) => {
        const subscription = { name, document: document as AnyDocument, position };
        return [
          name,
          (variables: Variables = {}, { signal }: CallOptions = {}) =>
            eventsOf(endpoint, subscribe, subscription, variables, signal),
        ];
      }),
    ),
  }) as never;

function call(endpoint: Endpoint, name: string, document: AnyDocument) {
  const isRepeatable = document.startsWith('query');
  const run = async (variables: Variables, { signal }: CallOptions = {}) =>
    (await runOperation(endpoint, document, variables, { signal, isRepeatable }))[name];
  const [declared] = /^\w+ \w+\(.*?\)\{/.exec(document) ?? [];
  if (!declared) return (options?: CallOptions) => run({}, options);
  return declared.includes('($input:')
    ? (input: unknown, options?: CallOptions) => run({ input }, options)
    : (variables: Variables = {}, options?: CallOptions) => run(variables, options);
}
