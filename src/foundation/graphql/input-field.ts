import { type GraphQLInputType, type GraphQLSchema, getNullableType, isInputObjectType } from 'graphql';

type Inputs = readonly { name: string; type: GraphQLInputType }[];

/** The path to a field of these inputs, from the top: that of the nearest one with its name. Lists are not searched. */
export function pathTo(inputs: Inputs, field: string): string | undefined {
  const [name = '', ...rest] = field.split('.');
  for (let level = inputs.map((one) => ({ ...one, path: [one.name] })); level.length > 0; ) {
    const found = level.find((one) => one.name === name);
    if (found) return [...found.path, ...rest].join('.');
    level = level.flatMap(({ type, path }) => {
      const known = getNullableType(type);
      if (!isInputObjectType(known) || path.length > 4) return [];
      return Object.values(known.getFields()).map((one) => ({ ...one, path: [...path, one.name] }));
    });
  }
  return undefined;
}

/** The arguments of a field of Query, Mutation or Subscription. */
export const argumentsOf = (schema: GraphQLSchema, name: string): Inputs =>
  [schema.getMutationType(), schema.getQueryType(), schema.getSubscriptionType()]
    .map((root) => root?.getFields()[name]?.args)
    .find((args) => args !== undefined) ?? [];
