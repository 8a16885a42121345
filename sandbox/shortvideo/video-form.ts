import { z } from 'zod';
import { invalid, refuse } from './wire.js';

/** An account that everybody may see offers these; FOLLOWER_OF_CREATOR is for one that is private. */
export const privacyLevels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
export const maxSeconds = 600;

const mb = 1_000_000;
const maxBytes = 4 * 1024 * 1024 * 1024;
const chunk = { least: 5 * mb, most: 64 * 1024 * 1024 };
const maxChunks = 1000;
/** Of the last one, which takes what is left. */
export const maxLastChunk = 128 * 1024 * 1024;

const count = z.int().min(1);

const formSchema = z.strictObject({
  post_info: z.strictObject({
    title: z.string().max(2200).optional(),
    privacy_level: z.string(),
    disable_comment: z.boolean().optional(),
    disable_duet: z.boolean().optional(),
    disable_stitch: z.boolean().optional(),
    brand_content_toggle: z.boolean(),
    brand_organic_toggle: z.boolean(),
    video_cover_timestamp_ms: z.int().min(0).optional(),
    is_aigc: z.boolean().optional(),
  }),
  source_info: z.discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('FILE_UPLOAD'),
      video_size: count.max(maxBytes),
      chunk_size: count,
      total_chunk_count: count.max(maxChunks),
    }),
    z.strictObject({ source: z.literal('PULL_FROM_URL'), video_url: z.string() }),
  ]),
});

/** A post as it was announced. */
export interface Announced {
  post: z.infer<typeof formSchema>['post_info'];
  bytes: number;
  chunkBytes: number;
}

/** Reads the body of `POST /v2/post/publish/video/init/`. The platform ignores what it does not know; not so here. */
export function readVideoForm(body: unknown): Announced {
  const form = read(formSchema, body);
  const { post_info: post, source_info: source } = form;
  if (source.source === 'PULL_FROM_URL') {
    throw refuse(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.');
  }
  if (!privacyLevels.includes(post.privacy_level)) {
    throw refuse(403, 'privacy_level_option_mismatch', 'The privacy_level is none of the privacy_level_options.');
  }
  if (post.brand_content_toggle && post.privacy_level === 'SELF_ONLY') {
    throw invalid('Branded content cannot be posted for SELF_ONLY');
  }
  const { video_size: bytes, chunk_size: chunkBytes, total_chunk_count: chunks } = source;
  const isWhole = chunkBytes === bytes && bytes <= chunk.most;
  if (!isWhole && (chunkBytes < chunk.least || chunkBytes > chunk.most)) throw invalid('The chunk size is invalid');
  if (chunks !== Math.floor(bytes / chunkBytes)) throw invalid('The total chunk count is invalid');
  return { post, bytes, chunkBytes };
}

/** The input as the schema has it; refuses any other. */
export function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}
