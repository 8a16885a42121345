import type { MediaMetadata } from './media.js';

/** A stored file, of which parts can be read. */
export interface ByteSource {
  size: number;
  read(start: number, length: number): Promise<Buffer>;
}

/** What a library finds out about a file. */
export interface ImageFacts {
  width: number;
  height: number;
  aspectRatio: number;
}
export type VideoFacts = ImageFacts & Pick<MediaMetadata, 'frameRate' | 'codecName' | 'bitRate' | 'duration'>;
