import type { Part, PartMedia } from '../port/platform.js';

/** The video that a part is, where the platform's rules let no other part come this far. */
export function soleVideo({ media }: Part): PartMedia {
  const [video] = media;
  if (video?.kind === 'video' && media.length === 1) return video;
  throw new Error('This platform publishes one video and nothing else');
}
