import { Field, ID, InterfaceType } from 'type-graphql';

/** An object that `node` finds; its `__typename` tells GraphQL which. */
@InterfaceType({
  description: 'An object with an id of its own, unique over all types: what `node` and `nodes` find.',
  resolveType: ({ __typename }: { __typename: string }) => __typename,
})
export abstract class Node {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;
}
