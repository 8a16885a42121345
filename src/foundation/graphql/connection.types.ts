import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { COST } from './cost.js';
import { PageInfo, pageInfo } from './page-info.types.js';
import { CURSOR, type Cursors, cursorsOf, cutPage, parsePage } from './pagination.js';

/** A page of a list (Relay cursor connections). */
export interface Connection<Node extends object> {
  edges: { cursor: string; node: Node }[];
  pageInfo: PageInfo;
  readonly totalCount: number | Promise<number>;
}

/** The GraphQL type of such pages: `<name>Connection`, with edges of the type `<name>Edge`. */
export function connectionOf<Node extends object>(
  name: string,
  NodeType: ClassType<Node>,
): ClassType<Connection<Node>> {
  @ObjectType(`${name}Edge`, { description: 'An entry of a list, with its cursor.' })
  class Edge {
    @Field(() => String, { description: 'Opaque; valid as `after` of the same list.' })
    cursor: string;

    @Field(() => NodeType, { description: 'The entry at this position.' })
    node: Node;
  }

  @ObjectType(`${name}Connection`, { description: 'A page of a list.' })
  class Page implements Connection<Node> {
    @Field(() => [Edge], {
      description: 'The entries of this page in the order of the list, at most 100.',
      complexity: COST.property,
    })
    edges: Edge[];

    @Field(() => PageInfo, { description: 'The cursors of this page, and whether further pages exist.' })
    pageInfo: PageInfo;

    @Field(() => Int, { description: 'The number of entries in the list.' })
    readonly totalCount: number | Promise<number>;
  }
  return Page;
}

/** The arguments of a page as resolvers get them. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  /** From the end of the list; only of lists that are read from there. */
  last?: number | null | undefined;
  before?: string | null | undefined;
  /** In place of `first`, and not bounded. */
  limit?: number | undefined;
}

export const FIRST = { nullable: true, description: '1 to 100; defaults to 20. PAGE_INVALID.' };
export const AFTER = { nullable: true, description: 'Only entries after this cursor. PAGE_INVALID.' };
export const LAST = {
  nullable: true,
  description: '1 to 100, from the end of the list; not together with first. PAGE_INVALID.',
};
export const BEFORE = { nullable: true, description: 'Only entries before this cursor. PAGE_INVALID.' };

/** What is read of a list: so many entries from the start, or from the end, of a range. */
export interface PageRange<At> {
  after: At | null;
  before: At | null;
  fromEnd: boolean;
  limit: number;
}

/** The position of an entry in a list that is sorted by time, then by id. */
export interface Position {
  time: Date;
  id: string;
}

/** The cursors of such a list. */
export const byTime = (list: string): Cursors<Position> => cursorsOf(list, { time: CURSOR.time, id: CURSOR.id });

/** The cursors of a list that is sorted by id. */
export const byId = (list: string): Cursors<{ id: string }> => cursorsOf(list, { id: CURSOR.id });

/** Reads a page of a list by key: entries of a range, in the order of the list. */
export async function readPage<Node extends object, At extends object>(
  { first, after, last, before, limit }: PageArguments,
  list: {
    cursors: Cursors<At>;
    positionOf: (node: Node) => At;
    read: (page: PageRange<At>) => Promise<Node[]>;
    /** Called only if `totalCount` is selected. */
    count: () => number | Promise<number>;
  },
): Promise<Connection<Node>> {
  const page =
    limit === undefined ? parsePage({ first: first ?? null, last: last ?? null }) : { limit, fromEnd: false };
  const positionAt = (cursor: string | null | undefined) => (cursor == null ? null : list.cursors.decode(cursor));
  const range = { after: positionAt(after), before: positionAt(before), fromEnd: page.fromEnd, limit: page.limit + 1 };
  const cut = cutPage(await list.read(range), page, { after: after != null, before: before != null });
  const edges = cut.nodes.map((node) => ({ cursor: list.cursors.encode(list.positionOf(node)), node }));
  return {
    edges,
    pageInfo: pageInfo(edges, cut),
    get totalCount() {
      return list.count();
    },
  };
}

/** A page of a list that is short enough to be read as a whole, which `compare` sorts. */
export const pageOf = <Node extends object, At extends object>(
  request: PageArguments,
  nodes: readonly Node[],
  list: { cursors: Cursors<At>; positionOf: (node: Node) => At; compare: (one: At, other: At) => number },
): Promise<Connection<Node>> => {
  const { positionOf, compare } = list;
  const sorted = nodes.toSorted((one, other) => compare(positionOf(one), positionOf(other)));
  return readPage(request, {
    ...list,
    read: async ({ after, limit }) =>
      sorted.filter((node) => !after || compare(positionOf(node), after) > 0).slice(0, limit),
    count: () => nodes.length,
  });
};

export const oldestFirst = (one: Position, other: Position): number =>
  one.time.getTime() - other.time.getTime() || compareTexts(one.id, other.id);

export const newestFirst = (one: Position, other: Position): number => oldestFirst(other, one);

/** By their code units, which does not depend on a locale. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
