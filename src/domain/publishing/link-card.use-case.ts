import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limitFairly } from '../../foundation/concurrency/limit-fairly.js';
import type { FetchWeb, WebResource } from '../../foundation/http-client/web-client.js';
import type { LinkCard } from '../../platforms/port/platform.js';
import type { ImageRules } from '../../platforms/port/rules.js';
import type { ConvertImage } from '../media/convert.js';
import { withFileSource } from '../media/file-source.io.js';
import { openTemporaryFolder } from '../media/temporary-folder.io.js';
import { previewPage } from './page-preview.js';

/** The time for the page and its picture together. */
const TIMEOUT_MS = 5_000;
/**
 * Cards that one worker makes at a time, and how long a post waits for its turn: a run occupies a slot of the worker while
 * its card is made, so pages that hang must not occupy all of them. After that the post goes out without a card. One user
 * takes at most three quarters of what others leave (20 alone), so that pages of one do not cost others their cards.
 */
const CARDS_AT_ONCE = 27;
const SHARE_OF_USER = 3 / 4;
const TURN_MS = 500;
/** As much of a page as is read: what it says about itself is at its start. */
const PAGE_BYTES = 512 * 1024;
/** A larger picture is not used. */
const PICTURE_BYTES = 10 * 1024 * 1024;

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];

/** A card whose picture is deleted when this is disposed of. */
export interface OpenLinkCard extends AsyncDisposable {
  card: LinkCard | null;
}

interface Link {
  url: string;
  image: ImageRules | null;
  /** Whose post has the link. */
  userId: string;
}

/** Makes the card of a link. No link, no card. */
export type MakeLinkCard = (link: Link | null) => Promise<OpenLinkCard>;

export interface LinkCardNeeds {
  fetchWeb: FetchWeb;
  convertImage: ConvertImage;
  /** Where temporary folders are made. */
  temporary: string;
  /** In milliseconds. */
  timeoutMs?: number;
}

/**
 * Makes link cards. No error stops the post: it gets no card if the page cannot be read in time or does not describe
 * itself, and no picture if that cannot be fetched in time or converted.
 */
export function makeLinkCards(needs: LinkCardNeeds): MakeLinkCard {
  const inTurn = limitFairly(CARDS_AT_ONCE, SHARE_OF_USER);
  return async (link) => {
    if (link === null) return { card: null, [Symbol.asyncDispose]: async () => undefined };
    const folder = await openTemporaryFolder(needs.temporary);
    let hasTurn = false;
    let isLate = false;
    const card = inTurn(link.userId, async () => {
      if (isLate) return null;
      hasTurn = true;
      return makeCard(needs, link, folder.path);
    });
    const late = delay(TURN_MS).then(() => {
      isLate = !hasTurn;
      return isLate ? null : card;
    });
    return { card: await Promise.race([card, late]), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  };
}

async function makeCard(
  needs: LinkCardNeeds,
  { url, image }: Pick<Link, 'url' | 'image'>,
  folder: string,
): Promise<LinkCard | null> {
  const signal = AbortSignal.timeout(needs.timeoutMs ?? TIMEOUT_MS);
  const preview = await readPreview(needs, url, signal).catch(() => null);
  if (!preview) return null;
  const { title, description, picture: address } = preview;
  const making = address && image ? makePicture(needs, address, image, folder, signal) : null;
  // A conversion cannot be aborted: it ends by itself.
  const picture = making && (await Promise.race([making, aborted(signal)]).catch(() => null));
  return { url, title, description, picture };
}

async function readPreview({ fetchWeb }: LinkCardNeeds, url: string, signal: AbortSignal) {
  const page = await fetchWeb(url, PAGE_TYPES.join(','), signal);
  if (!PAGE_TYPES.includes(page.contentType)) return discard(page);
  return previewPage(await readStart(page, PAGE_BYTES), page);
}

async function makePicture(
  { fetchWeb, convertImage }: LinkCardNeeds,
  url: string,
  image: ImageRules,
  folder: string,
  signal: AbortSignal,
): Promise<LinkCard['picture']> {
  const found = await fetchWeb(url, 'image/*', signal);
  const original = await saveTo(path.join(folder, randomUUID()), found);
  if (!original) return null;
  const made = await withFileSource(original, (source) => convertImage({ ...source, userId: null }, image, folder));
  return made && { path: made.path, mimeType: made.mimeType, name: `card.${made.mimeType.replace('image/', '')}` };
}

async function readStart({ body }: WebResource, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, max - size));
    size += chunk.length;
    if (size >= max) break;
  }
  return Buffer.concat(chunks);
}

/** Saves a resource to a new file; null if it is too large. */
async function saveTo(at: string, { body }: WebResource): Promise<string | null> {
  const file = await open(at, 'wx');
  try {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > PICTURE_BYTES) return null;
      await file.write(chunk);
    }
    return at;
  } finally {
    await file.close();
  }
}

/** Ends a response of which nothing is read. */
async function discard({ body }: WebResource): Promise<null> {
  for await (const _ of body) break;
  return null;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
