import type { Part, PartMedia } from '../port/platform.js';

/** The only video of a part, on platforms whose rules require exactly one. */
export function soleVideo({ media }: Part): PartMedia {
  const [video] = media;
  if (video?.kind === 'video' && media.length === 1) return video;
  throw new Error('This platform publishes one video and nothing else');
}
