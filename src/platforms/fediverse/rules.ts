/**
 * The rules of fediverse [content-limits/fediverse]. Four files are four images: a video must be the only file
 * (Mastodon's PostStatusService, `validate_media!`).
 */
import { type AltTextRules, LIST_LAG_MS, MB, type PlatformRules, TO_JPEG } from '../port/rules.js';

/** Mastodon's MediaAttachment, `MAX_DESCRIPTION_LENGTH`; an instance may allow more. */
const altText: AltTextRules = { max: 1500, count: 'code points' };

export const rules: PlatformRules = {
  text: {
    max: 500,
    count: 'links as 23',
    min: 1,
    entities: {
      links: 'mastodon',
      mentions: { characters: 'word, dot, hyphen', min: 1, max: 30, server: true },
      hashtags: 'all',
    },
    cards: true,
  },
  thread: null,
  comment: { text: { max: 500, count: 'links as 23' }, isReply: true },
  media: {
    requires: null,
    image: {
      maxCount: 4,
      maxBytes: 16 * MB,
      formats: ['jpeg', 'png', 'gif', 'webp'],
      // Mastodon's Attachmentable, `MAX_MATRIX_LIMIT` up to version 4.1; later ones allow twice as many.
      maxPixels: 16_777_216,
      altText,
      conversion: {
        formats: { bmp: TO_JPEG.bmp, tiff: TO_JPEG.tiff, avif: TO_JPEG.avif },
        default: 'keep',
      },
    },
    // Mastodon's MediaAttachment, `MAX_VIDEO_MATRIX_LIMIT` and `MAX_VIDEO_FRAME_RATE`.
    video: {
      maxCount: 1,
      maxBytes: 99 * MB,
      formats: ['mp4', 'mov', 'webm'],
      maxPixels: 8_294_400,
      maxFrameRate: 120,
      altText,
    },
    maxMixed: null,
  },
  settings: null,
  listLagMs: LIST_LAG_MS,
  rateLimits: [],
};
