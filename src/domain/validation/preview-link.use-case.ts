import { readFile } from 'node:fs/promises';
import { type ImageRules, MB } from '../../platforms/port/rules.js';
import { type LinkCardNeeds, makeLinkCards } from '../publishing/link-card.use-case.js';

/** A page as a link card shows it. */
export interface LinkPreview {
  url: string;
  title: string;
  description: string;
  /** A `data:` URI. */
  picture: string | null;
}

/** Longer than when a post is published: nothing waits for it. */
const TIMEOUT_MS = 15_000;

/** Small enough for a response. */
const PICTURE: ImageRules = {
  maxCount: 1,
  maxBytes: MB / 8,
  formats: ['jpeg'],
  conversion: { formats: {}, default: 'jpeg', maxWidth: 600, maxHeight: 600 },
};

/** Reads a page for its card. Null if it cannot be read in time, or does not describe itself. */
export type PreviewLink = (userId: string, url: string) => Promise<LinkPreview | null>;

export function makePreviewLink(needs: LinkCardNeeds): PreviewLink {
  const makeLinkCard = makeLinkCards({ timeoutMs: TIMEOUT_MS, ...needs });
  return async (userId, url) => {
    await using made = await makeLinkCard({ url, image: PICTURE, userId });
    if (!made.card) return null;
    const { title, description, picture } = made.card;
    if (!picture) return { url, title, description, picture: null };
    const bytes = await readFile(picture.path);
    return { url, title, description, picture: `data:${picture.mimeType};base64,${bytes.toString('base64')}` };
  };
}
