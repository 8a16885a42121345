import type { Request } from 'express';
import { z } from 'zod';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import type { SandboxMedia } from '../types.js';
import { readBody, urn } from './body.js';
import { Ids, idOf } from './ids.js';
import { readLittleText } from './little-text.js';
import type { Uploads } from './uploads.js';
import { invalidField, notFound, refuse } from './wire.js';

const maxText = 3000;

const mediaSchema = z.strictObject({
  id: urn('image', 'video'),
  altText: z.string().max(4086).optional(),
  title: z.string().max(400).optional(),
});

const postSchema = z.strictObject({
  author: urn('person', 'organization'),
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.unknown()).optional(),
    thirdPartyDistributionChannels: z.array(z.unknown()).optional(),
  }),
  content: z
    .union([
      z.strictObject({ media: mediaSchema }),
      z.strictObject({
        multiImage: z.strictObject({
          images: z
            .array(z.strictObject({ id: urn('image'), altText: z.string().max(4086).optional() }))
            .min(2)
            .max(20),
        }),
      }),
    ])
    .optional(),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean().optional(),
});

export type PostRecord = z.infer<typeof postSchema>;

/** A post that may be made. */
export interface PostDraft {
  record: PostRecord;
  text: string;
  media: SandboxMedia[];
}

/** Makes posts; refuses a repeat of one, as the platform does. */
export class Posts {
  private readonly ids = new Ids();
  /** The URN of each post, by the fields that make another post a repeat of it. */
  private readonly known = new Map<string, string>();
  private readonly deleted = new Set<string>();

  constructor(
    private readonly context: SandboxContext,
    private readonly uploads: Uploads,
  ) {
    for (const post of context.store.all()) this.learn(post);
    context.store.listen(({ kind, post }) => {
      if (kind === 'created') this.learn(post);
    });
  }

  /** The author in the body, before other checks. */
  author = (body: unknown): unknown => (body as { author?: unknown } | undefined)?.author;

  /** Checks the body of a new post. */
  read(author: string, body: unknown): PostDraft {
    const record = readBody(postSchema, body);
    const text = readLittleText(record.commentary);
    if ([...text].length > maxText) {
      throw refuse(400, 'FIELD_LENGTH_TOO_LONG', `commentary exceeds the maximum length of ${maxText}`);
    }
    if (text.trim() === '' && !record.content) throw invalidField('commentary', 'must not be blank');
    const media = this.uploads.named(author, mediaOf(record));
    this.refuseRepeat(record);
    return { record, text, media };
  }

  /** Stores a new post and returns its URN. */
  async create(req: Request, author: string, { record, text, media }: PostDraft): Promise<string> {
    // Checked again: during a delay, another request may have been served.
    this.refuseRepeat(record);
    const isVideo = media.some(({ mimeType }) => mimeType.startsWith('video/'));
    const postedId = `urn:li:${isVideo ? 'ugcPost' : 'share'}:${this.ids.next()}`;
    await this.context.store.add({
      platform: 'network',
      accountId: idOf(author),
      postedId,
      text,
      url: `/network/feed/update/${postedId}`,
      receivedAt: this.context.receivedAt(req),
      ...(media.length === 0 ? {} : { media }),
      record,
    });
    return postedId;
  }

  /** The post to delete; null for one that was deleted before, which gets the same response. */
  toDelete(urn: string): { record: PostRecord; remove(): Promise<void> } | null {
    const post = /^urn:li:(share|ugcPost):\d+$/.test(urn) && this.context.store.post('network', '', urn);
    if (!post && this.deleted.has(urn)) return null;
    if (!post) throw notFound(urn);
    const record = post.record as PostRecord;
    const remove = async () => {
      if (this.deleted.has(urn)) return;
      this.deleted.add(urn);
      this.known.delete(contentOf(record));
      await this.context.store.remove(post);
    };
    return { record, remove };
  }

  private learn({ platform, postedId, record }: StoredPost): void {
    if (platform === 'network') this.known.set(contentOf(record as PostRecord), postedId);
  }

  private refuseRepeat(record: PostRecord): void {
    const live = this.known.get(contentOf(record));
    if (live !== undefined) throw refuse(422, 'DUPLICATE_POST', `Content is a duplicate of ${live}`);
  }
}

const contentOf = ({ author, commentary, content }: PostRecord): string =>
  JSON.stringify([author, commentary, content]);

const mediaOf = ({ content }: PostRecord): string[] => {
  if (!content) return [];
  return 'media' in content ? [content.media.id] : content.multiImage.images.map(({ id }) => id);
};
