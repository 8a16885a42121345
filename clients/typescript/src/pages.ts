import { PublishingError } from './publishing-error.js';

/** A page of a list. */
interface Page<Item> {
  edges: { node: Item }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

/** The items of all pages. A page is read when the items before it have been taken. */
export async function* itemsOf<Item>(
  readPage: (after: string | null) => Promise<Page<Item> | null | undefined>,
): AsyncGenerator<Item, void, undefined> {
  const read = new Set<string | null>();
  for (let after: string | null = null; ; ) {
    read.add(after);
    const page = await readPage(after);
    if (!page?.edges || !page.pageInfo) throw unexpected('The answer has no page.');
    for (const { node } of page.edges) yield node;
    if (!page.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor;
    if (read.has(after)) throw unexpected('The page after this one is one that was read before.');
  }
}

const unexpected = (message: string) => new PublishingError(message, { code: 'UNEXPECTED_RESPONSE' });
