import { z } from 'zod';
import { eachOnce, type FeedDocument, FeedUnreadable, MAX_ENTRIES, toContent } from './feed-document.js';

/** What is not as it should be is left out. */
const text = z.string().optional().catch(undefined);
const authors = z
  .array(z.object({ name: text }))
  .optional()
  .catch(undefined);

const item = z.object({
  id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  url: text,
  external_url: text,
  title: text,
  summary: text,
  content_text: text,
  content_html: text,
  image: text,
  banner_image: text,
  date_published: text,
  date_modified: text,
  author: z.object({ name: text }).optional().catch(undefined),
  authors,
  tags: z.array(z.unknown()).optional().catch(undefined),
});
const feed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  title: text,
  items: z.array(z.unknown()),
});

/** A JSON Feed, version 1 or 1.1. */
export function readJsonFeed(content: string, url: string): FeedDocument {
  const parsed = feed.safeParse(parse(content)).data;
  if (!parsed) throw new FeedUnreadable('it is JSON, but no JSON Feed');
  const entries = parsed.items.slice(0, MAX_ENTRIES).map((one) => {
    const { data } = item.safeParse(one);
    if (!data) return null;
    return toContent(
      {
        ...{ id: data.id, title: data.title, link: data.url ?? data.external_url },
        summary: data.summary ?? data.content_text?.replaceAll('<', '&lt;') ?? data.content_html,
        author: data.authors?.[0]?.name ?? data.author?.name,
        categories: (data.tags ?? []).filter((tag) => typeof tag === 'string'),
        image: data.image ?? data.banner_image,
        date: data.date_published ?? data.date_modified,
        isIdLink: true,
      },
      url,
    );
  });
  return { title: parsed.title?.trim().slice(0, 300) ?? '', ttlMinutes: null, entries: eachOnce(entries) };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new FeedUnreadable('it begins like JSON, but cannot be read');
  }
}
