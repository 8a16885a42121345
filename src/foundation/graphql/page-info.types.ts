import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The position of a page in its list (Relay cursor connections).' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether the list has more entries after this page.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether the list has more entries before this page.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first entry; null on an empty page.' })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last entry; null on an empty page.' })
  endCursor: string | null;
}

/** The page info of a page whose entries carry their cursors. */
export const pageInfo = (
  edges: { cursor: string }[],
  page: { hasNextPage: boolean; hasPreviousPage: boolean },
): PageInfo => ({
  hasNextPage: page.hasNextPage,
  hasPreviousPage: page.hasPreviousPage,
  startCursor: edges[0]?.cursor ?? null,
  endCursor: edges.at(-1)?.cursor ?? null,
});
