/** Every kind of post that a platform takes, and what it does not take, by its rules. */

import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import type { Issue } from '../../src/domain/validation/validation.js';
import type { Part, Platform, PlatformKey } from '../../src/platforms/port/platform.js';
import type { ImageRules, PlatformRules } from '../../src/platforms/port/rules.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import type { ImageFormat, MediaFiles } from './media-files.js';
import { makePart } from './support.js';

export interface Content {
  name: string;
  /** A new part of this kind. */
  make(files: MediaFiles): Promise<Part>;
  /** What is prepared for it may be missing: the post is published without. */
  isOptional?: true;
}

/** Content that a platform does not take. */
interface Refused extends Content {
  /** What the validation says of it. */
  code: Issue['code'];
}

/** What the service would hand a JPEG of its owner's to the platform as. */
const formatOf = ({ conversion }: ImageRules): ImageFormat => {
  const target = conversion.formats.jpeg ?? conversion.default;
  return target === 'png' ? 'png' : 'jpeg';
};

const images = (files: MediaFiles, rules: ImageRules | null, count: number) =>
  Promise.all(Array.from({ length: count }, () => files.image(rules ? formatOf(rules) : 'jpeg')));

const part = (key: PlatformKey, text: string, media: Part['media'] = []): Part =>
  makePart(text, { media, settings: DEFAULT_SETTINGS[key] ?? {} });

/** The kinds of posts that a platform takes, the simplest first. */
export function contentsOf({ key, cardLink }: Platform): [Content, ...Content[]] {
  const { image, video, requires }: PlatformRules['media'] = platformRules[key].media;
  const contents: Content[] = [];
  if (requires === null) {
    contents.push({ name: 'a text', make: async () => part(key, 'Good morning, 世界 👋\nTwo lines') });
  }
  if (image) {
    const several = Math.min(4, image.maxCount);
    contents.push(
      { name: 'an image', make: async (files) => part(key, 'One, 世界 👋', await images(files, image, 1)) },
      { name: `${several} images`, make: async (files) => part(key, 'Several', await images(files, image, several)) },
      { name: 'an image without a text', make: async (files) => part(key, '', await images(files, image, 1)) },
    );
  }
  if (video) {
    contents.push({ name: 'a video', make: async (files) => part(key, 'It moves, 世界 👋', [await files.video()]) });
  }
  if (cardLink) {
    contents.push({
      name: 'a text with a link card',
      isOptional: true,
      make: async (files) => {
        const url = 'https://example.com/a';
        const card = { url, title: 'A page, 世界', description: 'About it', picture: await files.image() };
        return { ...part(key, `Read ${url}`), card };
      },
    });
  }
  const [first, ...others] = contents;
  if (!first) throw new Error(`${key} takes nothing`);
  return [first, ...others];
}

/** What a platform does not take. */
export function refusedBy({ key }: Platform): Refused[] {
  const { image, video, requires, maxMixed }: PlatformRules['media'] = platformRules[key].media;
  const code = 'MEDIA_COUNT_EXCEEDED';
  const refused: (Refused | false)[] = [
    requires !== null && {
      name: 'a text alone',
      code: requires === 'video' ? 'VIDEO_REQUIRED' : 'MEDIA_REQUIRED',
      make: async () => part(key, 'Words'),
    },
    !image && {
      name: 'an image',
      code: requires === 'video' ? 'VIDEO_REQUIRED' : 'MEDIA_TYPE_NOT_SUPPORTED',
      make: async (files) => part(key, 'One', await images(files, image, 1)),
    },
    !video && {
      name: 'a video',
      code: 'MEDIA_TYPE_NOT_SUPPORTED',
      make: async (files) => part(key, 'It moves', [await files.video()]),
    },
    (image ?? video) !== null &&
      maxMixed === null && {
        name: 'an image with a video',
        code: image && video ? code : 'MEDIA_TYPE_NOT_SUPPORTED',
        make: async (files) => part(key, 'Both', [...(await images(files, image, 1)), await files.video()]),
      },
    image !== null && {
      name: 'more images than it takes',
      code,
      make: async (files) => part(key, 'Many', await images(files, image, image.maxCount + 1)),
    },
    video !== null && {
      name: 'more videos than it takes',
      code,
      make: async (files) =>
        part(key, 'Many', await Promise.all(Array.from({ length: video.maxCount + 1 }, () => files.video()))),
    },
  ];
  return refused.filter((content) => content !== false);
}
