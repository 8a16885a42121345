/** Every query and mutation of the schema, under its name. */
import type { CallOptions } from './call-options.js';
import { API, type Api } from './operations.js';
import type { Endpoint } from './options.js';
import { runOperation } from './run-operation.js';
import type { TypedDocument } from './typed-document.js';

type AnyDocument = TypedDocument<Record<string, unknown>, unknown>;

export const makeApi = (endpoint: Endpoint): Api =>
  Object.fromEntries(
    Object.entries<string>(API).map(([name, document]) => [name, method(endpoint, name, document as AnyDocument)]),
  ) as never;

function method(endpoint: Endpoint, name: string, document: AnyDocument) {
  const isRepeatable = document.startsWith('query');
  const call = async (variables: unknown, { signal }: CallOptions = {}) =>
    (await runOperation(endpoint, document, variables, { signal, isRepeatable }))[name];
  const [declared] = /^\w+ \w+\(.*?\)\{/.exec(document) ?? [];
  if (!declared) return (options?: CallOptions) => call({}, options);
  return declared.includes('($input:')
    ? (input: unknown, options?: CallOptions) => call({ input }, options)
    : (variables: unknown = {}, options?: CallOptions) => call(variables, options);
}
