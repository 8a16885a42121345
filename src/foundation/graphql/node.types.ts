import { Field, ID, InterfaceType } from 'type-graphql';

/** An object that `node` finds. Its `__typename` gives its GraphQL type. */
@InterfaceType({
  description: 'An object whose id is unique over all types. `node` and `nodes` find it.',
  resolveType: ({ __typename }: { __typename: string }) => __typename,
})
export abstract class Node {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;
}
