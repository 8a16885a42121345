import type { SandboxContext } from '../exchange.js';
import type { AccountCore } from '../fake-platform.js';
import { fetchMedia } from '../fetch-media.js';
import { asMedia } from '../file-kind.js';
import type { Ids } from '../graph/ids.js';
import { invalid, refuse } from '../graph/wire.js';
import type { SandboxMedia } from '../types.js';

const maxBytes = 10 * 1024 * 1024;
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'];

/** Photos that are remembered; the platform removes those that no post has after a day. */
const remembered = 10_000;

export interface Photo {
  id: string;
  accountId: string;
  altText: string | undefined;
  media: SandboxMedia;
  /** Whether a post has it, and then no other may. */
  isAttached: boolean;
}

/** The photos that wait for a post. They are not kept beyond the end of the sandbox. */
export class Photos {
  private readonly photos = new Map<string, Photo>();

  constructor(
    private readonly context: SandboxContext,
    private readonly ids: Ids,
  ) {}

  async fetch({ accountId }: AccountCore, url: string, altText: string | undefined): Promise<Photo> {
    const file = await fetchMedia(this.context, url);
    if (!file?.playable || !types.includes(file.mimeType ?? '')) {
      throw refuse({ code: 324, subcode: 2069019, message: '(#324) Requires upload file' });
    }
    if (file.bytes > maxBytes) {
      throw refuse({ code: 324, subcode: 1366046, message: '(#324) The photo is too large' });
    }
    const photo: Photo = { id: this.ids.next(), accountId, altText, media: asMedia(file), isAttached: false };
    this.photos.set(photo.id, photo);
    for (const id of this.photos.keys()) {
      if (this.photos.size <= remembered) break;
      this.photos.delete(id);
    }
    return photo;
  }

  /** The photos of a new post, in their order. */
  attachable({ accountId }: AccountCore, attached: string): Photo[] {
    return readAttached(attached).map((id) => {
      const photo = this.photos.get(id);
      if (!photo || photo.accountId !== accountId) throw invalid(`Param attached_media: ${id} is no photo of the page`);
      if (photo.isAttached) throw invalid(`Param attached_media: the photo ${id} was already posted`);
      return photo;
    });
  }
}

/** `[{"media_fbid":"1"}, …]` */
function readAttached(attached: string): string[] {
  try {
    const items: unknown = JSON.parse(attached);
    if (Array.isArray(items) && items.every((item) => Object.keys(item).join() === 'media_fbid')) {
      return items.map((item) => String(item.media_fbid));
    }
  } catch {
    // Said below.
  }
  throw invalid('Param attached_media must be an array of objects with media_fbid');
}
