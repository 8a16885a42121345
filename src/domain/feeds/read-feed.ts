/** Reads RSS 0.9x to 2.0, RSS 1.0 (RDF), Atom and JSON Feed, by what the document is: content types are often wrong. */
import { decodeBuffer } from 'encoding-sniffer';
import { type FeedDocument, FeedUnreadable } from './feed-document.js';
import { readJsonFeed } from './read-json-feed.js';
import { readXmlFeed } from './read-xml-feed.js';

/** The feed of a document that was found at an address. Throws FeedUnreadable. */
export function readFeed(
  content: Buffer,
  { url, charset }: { url: string; charset?: string | undefined },
): FeedDocument {
  const text = decodeBuffer(content, { transportLayerEncodingLabel: charset, defaultEncoding: 'utf-8' })
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text === '') throw new FeedUnreadable('it is empty');
  return text.startsWith('{') ? readJsonFeed(text, url) : readXmlFeed(text, url);
}
