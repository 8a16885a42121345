import mediaInfoFactory, { type GeneralTrack, type ImageTrack, type VideoTrack } from 'mediainfo.js';
import type { ByteSource, ImageFacts, VideoFacts } from './media-file.js';
import { damaged, MediaRefused } from './media-refused.js';

/** The longest side that any of these formats can have; more is what a damaged or hostile header says. */
const MAX_SIDE = 65_535;

/**
 * Reads the parts of a video that describe it. Of MediaInfo's fields these are used:
 *
 * width, height   Video Width, Height; exchanged when Rotation says that the picture is shown on its side
 * aspectRatio     of these, times PixelAspectRatio
 * frameRate       Video FrameRate; the average when it varies
 * codecName       Video Format, such as `AVC`, `HEVC`, `VP9`
 * pixelFormat     Video ColorSpace, ChromaSubsampling and BitDepth, as ffmpeg names them
 * bitRate         General OverallBitRate: of everything in the file
 * duration        General Duration
 */
/** `yuv420p`, `yuv444p10`; null if the file does not say. */
function pixelFormatOf({ ColorSpace, ChromaSubsampling, BitDepth = 8 }: VideoTrack): string | null {
  if (ColorSpace !== 'YUV' || ChromaSubsampling === undefined) return null;
  const [sampling = ''] = ChromaSubsampling.split(' ');
  return `yuv${sampling.replaceAll(':', '')}p${BitDepth > 8 ? BitDepth : ''}`;
}

export async function probeByMediainfo(
  { is, size }: { is: string; size: number },
  read: ByteSource['read'],
): Promise<ImageFacts | VideoFacts> {
  const mediaInfo = await mediaInfoFactory();
  const { media } = await mediaInfo
    .analyzeData(size, (length, start) => read(start, length))
    .catch(() => {
      throw damaged(is);
    });
  const tracks = media?.track ?? [];
  const general = tracks.find((track): track is GeneralTrack => track['@type'] === 'General');
  const video = tracks.find((track): track is VideoTrack => track['@type'] === 'Video');
  const image = tracks.find((track): track is ImageTrack => track['@type'] === 'Image');
  if (general?.extra?.IsTruncated === 'Yes') throw new MediaRefused('The video is truncated: its end is missing');
  const Width = video?.Width ?? image?.Width;
  const Height = video?.Height ?? image?.Height;
  if (!Width || !Height || Math.max(Width, Height) > MAX_SIDE)
    throw new MediaRefused('The file is damaged, or has no video track');
  if (!video) return { width: Width, height: Height, aspectRatio: Width / Height };
  const onItsSide = Number(video.Rotation ?? 0) % 180 === 90;
  const shape = (Width * (video.PixelAspectRatio ?? 1)) / Height;
  return {
    width: onItsSide ? Height : Width,
    height: onItsSide ? Width : Height,
    aspectRatio: onItsSide ? 1 / shape : shape,
    frameRate: video.FrameRate ?? null,
    codecName: video.Format ?? null,
    pixelFormat: pixelFormatOf(video),
    bitRate: general?.OverallBitRate ?? null,
    duration: general?.Duration ?? null,
  };
}
