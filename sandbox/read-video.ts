import mediaInfoFactory, { type GeneralTrack, type MediaInfo, type VideoTrack } from 'mediainfo.js';
import type { Excerpt } from './excerpt.js';

/** What a video is like; null for what its file does not say. */
interface VideoFacts {
  width: number | null;
  height: number | null;
  seconds: number | null;
  frameRate: number | null;
}

/** The most that is read of a file: a damaged one could be read from end to end. */
const maxReadBytes = 64 * 1024 * 1024;

let library: Promise<MediaInfo> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Reads a video's description. The library does one file at a time. */
export function readVideo(excerpt: Excerpt): Promise<Partial<VideoFacts>> {
  const result = queue
    .then(() => analyze(excerpt))
    .catch(() => {
      // After an error the library may be in any state.
      library = undefined;
      return {};
    });
  queue = result;
  return result;
}

async function analyze(excerpt: Excerpt): Promise<VideoFacts> {
  library ??= mediaInfoFactory();
  let left = maxReadBytes;
  const { media } = await (await library).analyzeData(excerpt.bytes, (length, start) => {
    left -= length;
    if (left < 0) throw new Error('the file is too long to be read');
    return excerpt.read(start, length);
  });
  const tracks = media?.track ?? [];
  const general = tracks.find((track): track is GeneralTrack => track['@type'] === 'General');
  const video = tracks.find((track): track is VideoTrack => track['@type'] === 'Video');
  return {
    width: video?.Width ?? null,
    height: video?.Height ?? null,
    seconds: general?.Duration ?? null,
    frameRate: video?.FrameRate ?? null,
  };
}
