/** A page of a list. */
interface Page<Item> {
  edges: { node: Item }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

/** The items of all pages. A page is read when the items before it have been taken. */
export async function* itemsOf<Item>(
  readPage: (after: string | null) => Promise<Page<Item> | null>,
): AsyncGenerator<Item, void, undefined> {
  for (let after: string | null = null; ; ) {
    const page = await readPage(after);
    for (const { node } of page?.edges ?? []) yield node;
    if (!page?.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor;
  }
}
