import type { MediaMetadata } from './media.js';

/** A stored file, of which parts can be read. */
export interface ByteSource {
  size: number;
  read(start: number, length: number): Promise<Buffer>;
}

/** A file with the account that it is from; null for what nobody of this service has chosen, as the picture of a web page. */
export interface AccountFile extends ByteSource {
  userId: string | null;
}

/** What a library finds out about a file; an image that is no animation has neither rate, duration nor frames. */
export interface ImageFacts extends Partial<Pick<MediaMetadata, 'frameRate' | 'duration' | 'frames'>> {
  width: number;
  height: number;
  aspectRatio: number;
}
export type VideoFacts = ImageFacts &
  Pick<MediaMetadata, 'frameRate' | 'codecName' | 'pixelFormat' | 'bitRate' | 'duration'>;
