/** The entries of a page (a Relay connection), in their order. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
export const nodesOf = (page: { edges: { node: any }[] }): any[] => page.edges.map(({ node }) => node);
