import 'reflect-metadata';
import { Repeater } from '@repeaterjs/repeater';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type ClassType } from 'type-graphql';
import { ViewerResolver } from '../access/viewer.resolver.js';
import { ErrorCodesResolver } from '../errors/error-codes.resolver.js';
import { LiveResolver } from '../live/live.resolver.js';
import { PostGroupConnectionResolver, PostGroupResolver } from '../posts/post-group.resolver.js';
import { PostLogResolver } from '../posts/post-log.resolver.js';

type Needs<Resolver extends new (needs: never) => object> = ConstructorParameters<Resolver>[0];

export type ResolverNeeds = Needs<typeof ViewerResolver> &
  Needs<typeof PostGroupResolver> &
  Needs<typeof PostGroupConnectionResolver> &
  Needs<typeof PostLogResolver>;

const RESOLVERS = [
  ViewerResolver,
  PostGroupResolver,
  PostGroupConnectionResolver,
  PostLogResolver,
  LiveResolver,
  ErrorCodesResolver,
] as const;

/** The executable schema, its resolvers made from what they need. */
export function makeSchema(needs: ResolverNeeds): GraphQLSchema {
  const instances = new Map<ClassType, object>(RESOLVERS.map((Resolver) => [Resolver, new Resolver(needs)]));
  return buildSchemaSync({
    resolvers: [...RESOLVERS],
    container: { get: (resolver: ClassType) => instances.get(resolver) },
    validate: false,
    // Asked for whenever there is a subscription; ours bring their own streams and have no topics.
    pubSub: { publish: () => undefined, subscribe: () => new Repeater(() => undefined) },
  });
}

/** The schema as frontends see it: the text of schema.graphql. */
export const printedSchema = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
