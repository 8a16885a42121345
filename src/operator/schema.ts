import { buildSchema, type GraphQLFieldResolver, type GraphQLSchema, isScalarType } from 'graphql';
import { AdminError } from '../admin/admin-error.js';
import type { ViewerContext } from '../domain/identity/graphql/viewer.context.js';
import { AppError } from '../foundation/errors/app-error.js';
import { COST, points } from '../foundation/graphql/cost.js';
import { DateTime } from '../foundation/graphql/scalars.js';
import { TYPE_DEFINITIONS } from './type-definitions.js';

/** Resolves a field of Query or Mutation. Its arguments have the types of the schema's text. */
// biome-ignore lint/suspicious/noExplicitAny: each resolver declares the arguments that the text of the schema gives it.
export type RootResolver = (args: any, context: ViewerContext) => unknown;
export type RootResolvers = Record<'Query' | 'Mutation', Record<string, RootResolver>>;

/** Fields that read tables of all accounts, without an index for every condition. */
const SCANS = points(() => COST.recorded, COST.recorded);

/**
 * The executable schema of the operator's console. Objects are resolved by their properties.
 *
 * @throws if a field of Query or Mutation has no resolver, or a resolver no field.
 */
export function makeOperatorSchema(resolvers: RootResolvers): GraphQLSchema {
  const schema = buildSchema(TYPE_DEFINITIONS);
  const scalar = schema.getType('DateTime');
  if (!isScalarType(scalar)) throw new Error('The schema has a scalar DateTime.');
  const { serialize, parseValue, parseLiteral } = DateTime;
  Object.assign(scalar, { serialize, parseValue, parseLiteral });
  for (const [type, root] of [
    ['Query', schema.getQueryType()],
    ['Mutation', schema.getMutationType()],
  ] as const) {
    const fields = root?.getFields() ?? {};
    const left = new Set(Object.keys(resolvers[type]));
    for (const field of Object.values(fields)) {
      const resolve = resolvers[type][field.name];
      if (!resolve) throw new Error(`${type}.${field.name} has no resolver.`);
      left.delete(field.name);
      field.resolve = refusing(resolve);
      if (type === 'Query' && field.args.some(({ name }) => name === 'first')) {
        field.extensions = { ...field.extensions, complexity: SCANS };
      }
    }
    if (left.size > 0) throw new Error(`${type} has no field ${[...left].join(', ')}.`);
  }
  return schema;
}

/** What a use case refuses, as an error of the catalogue. */
const refusing =
  (resolve: RootResolver): GraphQLFieldResolver<unknown, ViewerContext> =>
  async (_, args, context) => {
    try {
      return await resolve(args, context);
    } catch (error) {
      throw error instanceof AdminError ? new AppError('OPERATOR_ACTION_REFUSED', { reason: error.message }) : error;
    }
  };
