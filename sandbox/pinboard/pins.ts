import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { Grant } from '../grants.js';
import type { StoredPost } from '../store.js';
import type { SandboxMedia } from '../types.js';
import { fetchImages, type PinDraft } from './pin-form.js';
import type { Videos } from './videos.js';
import { invalid, refuse } from './wire.js';

/** A page of a list, as its query asks for it; `bookmark` leads to the next. */
export function pageOf<T>(all: readonly T[], query: Record<string, unknown>): { items: T[]; bookmark: string | null } {
  const { page_size: size = '25', bookmark = '', ...others } = query;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(`unknown parameter '${unknown}'`);
  const count = Number(size);
  if (!/^\d{1,3}$/.test(String(size)) || count < 1 || count > 250) throw invalid(`'page_size' is not 1 to 250`);
  const start = bookmark === '' ? 0 : Number(Buffer.from(String(bookmark), 'base64url').toString());
  if (!Number.isInteger(start)) throw invalid(`'bookmark' is not valid`);
  const end = start + count;
  const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : null;
  return { items: all.slice(start, end), bookmark: next };
}

/** The pins of the boards. */
export class Pins {
  private lastId = 0n;

  constructor(
    private readonly context: SandboxContext,
    private readonly videos: Videos,
  ) {
    for (const { platform, postedId } of context.store.all()) {
      if (platform === 'pinboard' && BigInt(postedId) > this.lastId) this.lastId = BigInt(postedId);
    }
  }

  /** A board that the token gives access to. An account of the sandbox is a board. */
  board({ accounts }: Grant, id: string): AccountCore {
    const board = accounts.find(({ accountId }) => accountId === id);
    if (board) return board;
    throw this.context.store.account('pinboard', id)
      ? refuse(403, 29, 'You are not permitted to access that resource.')
      : refuse(404, 40, 'Board not found.');
  }

  /** Fetches the images, if any, and keeps the pin; resolves with its entity when it is stored. */
  async create(req: Request, grant: Grant, board: AccountCore, { texts, source }: PinDraft): Promise<unknown> {
    const media = source.kind === 'video' ? [this.videos.use(grant, source.mediaId)] : [];
    if (source.kind === 'images') media.push(...(await fetchImages(this.context, source.urls)));
    else if (source.coverUrl !== null) await fetchImages(this.context, [source.coverUrl]);
    const postedId = this.nextId();
    const record = {
      id: postedId,
      ...texts,
      board_id: board.accountId,
      board_section_id: null,
      board_owner: { username: board.username },
      // Without a zone, and in whole seconds.
      created_at: new Date().toISOString().slice(0, 19),
      creative_type: source.kind === 'video' ? 'VIDEO' : media.length > 1 ? 'CAROUSEL' : 'REGULAR',
      is_owner: true,
      is_standard: true,
      has_been_promoted: false,
      parent_pin_id: null,
      media: mediaEntity(media),
    };
    await this.context.store.add({
      platform: 'pinboard',
      accountId: board.accountId,
      postedId,
      text: texts.description ?? '',
      url: `/pinboard/pin/${postedId}`,
      receivedAt: this.context.receivedAt(req),
      media,
      record,
    });
    return record;
  }

  /** The pins of a board, the latest first. */
  ofBoard({ accountId }: AccountCore): unknown[] {
    const posts = this.context.store.postsOf('pinboard', accountId);
    return Array.from({ length: posts.length }, (_, index) => posts.at(posts.length - 1 - index)?.record);
  }

  find({ accounts }: Grant, id: string): StoredPost {
    const post = this.context.store.post('pinboard', '', id);
    if (!post || !accounts.some(({ accountId }) => accountId === post.accountId)) {
      throw refuse(404, 50, 'Pin not found.');
    }
    return post;
  }

  /** 18 digits that grow with time: more than a JavaScript number holds. */
  private nextId(): string {
    const byTime = BigInt(Date.now()) * 100_000n;
    this.lastId = byTime > this.lastId ? byTime : this.lastId + 1n;
    return String(this.lastId);
  }
}

/** A pin's `media`. */
function mediaEntity([first, ...others]: readonly SandboxMedia[]): Record<string, unknown> {
  if (first?.mimeType.startsWith('video/')) return { media_type: 'video', width: first.width, height: first.height };
  const sizes = ({ width, height }: Pick<SandboxMedia, 'width' | 'height'>) => ({ '600x': { width, height } });
  if (!first || others.length === 0) return { media_type: 'image', images: first && sizes(first) };
  const items = [first, ...others].map((image) => ({ item_type: 'image', images: sizes(image) }));
  return { media_type: 'multiple_images', items };
}
