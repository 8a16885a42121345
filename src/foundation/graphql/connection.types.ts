import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { AppError } from '../errors/app-error.js';
import { PageInfo, pageInfo } from './page-info.types.js';
import { cutPage, decodeCursor, encodeCursor, parsePage } from './pagination.js';

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

    @Field(() => NodeType, { description: 'The entry at this place.' })
    node: Node;
  }

  @ObjectType(`${name}Connection`, { description: 'A page of a list.' })
  class Page implements Connection<Node> {
    @Field(() => [Edge], { description: 'The entries of this page in the order of the list, at most 100.' })
    edges: Edge[];

    @Field(() => PageInfo, { description: 'Where this page stands, and the cursors of its ends.' })
    pageInfo: PageInfo;

    @Field(() => Int, { description: 'How many entries the list has.' })
    readonly totalCount: number | Promise<number>;
  }
  return Page;
}

/** The arguments of a page as resolvers get them. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

export const FIRST = { nullable: true, description: '1 to 100; defaults to 20. PAGE_INVALID.' };
export const AFTER = { nullable: true, description: 'Only entries after this cursor. PAGE_INVALID.' };

/** The place of an entry in a list that is sorted by time, then by id. */
export interface Place {
  time: Date;
  id: string;
}

/** Reads a page of a list by key: entries after a place, in the order of the list. */
export async function readPage<Node extends { id: string }>(
  { first, after }: PageArguments,
  list: {
    read: (page: { after: Place | null; limit: number }) => Promise<Node[]>;
    count: () => Promise<number>;
    timeOf: (node: Node) => Date;
  },
): Promise<Connection<Node>> {
  const page = parsePage({ first: first ?? null });
  const nodes = await list.read({ after: after == null ? null : parsePlace(after), limit: page.limit + 1 });
  const cut = cutPage(nodes, page, { after: after != null, before: false });
  const edges = cut.nodes.map((node) => ({
    cursor: encodeCursor(list.timeOf(node).toISOString(), node.id),
    node,
  }));
  return {
    edges,
    pageInfo: pageInfo(edges, cut),
    get totalCount() {
      return list.count();
    },
  };
}

/** A page of a list that is short enough to be read as a whole. `newestFirst`: it is sorted so. */
export const pageOf = <Node extends { id: string }>(
  request: PageArguments,
  nodes: readonly Node[],
  { timeOf, newestFirst }: { timeOf: (node: Node) => Date; newestFirst: boolean },
): Promise<Connection<Node>> => {
  const isAfter = (node: Node, place: Place) => {
    const order =
      timeOf(node).getTime() - place.time.getTime() || (node.id > place.id ? 1 : node.id < place.id ? -1 : 0);
    return newestFirst ? order < 0 : order > 0;
  };
  return readPage(request, {
    read: async ({ after, limit }) => nodes.filter((node) => !after || isAfter(node, after)).slice(0, limit),
    count: async () => nodes.length,
    timeOf,
  });
};

function parsePlace(cursor: string): Place {
  const [time, id] = decodeCursor(cursor, 2);
  if (!time || !id) throw new AppError('PAGE_INVALID', { reason: `"${cursor}" is not a valid cursor of this list` });
  return { time: new Date(time), id };
}
