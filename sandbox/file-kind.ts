import sharp from 'sharp';

/** What a file is by its bytes, whatever it is called. */
export interface FileKind {
  /** Null for none that the platforms know. */
  mimeType: string | null;
  width: number | null;
  height: number | null;
  /** Whether it has several frames (a GIF that moves). */
  animated: boolean;
  /** Whether it can be shown: an image that can be read, an MP4 that has its movie box. */
  playable: boolean;
}

const signatures: readonly [mimeType: string, offset: number, bytes: string][] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['video/quicktime', 4, 'ftypqt  '],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['video/x-msvideo', 8, 'AVI '],
];

/** Looks at the beginning of a file. */
export async function describeFile(head: Buffer, hasMovie: boolean): Promise<FileKind> {
  const text = head.toString('latin1', 0, 32);
  const mimeType = signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))?.[0] ?? null;
  const none = { mimeType, width: null, height: null, animated: false };
  if (!mimeType?.startsWith('image/')) {
    const needsMovie = mimeType === 'video/mp4' || mimeType === 'video/quicktime';
    return { ...none, playable: mimeType !== null && (hasMovie || !needsMovie) };
  }
  try {
    const { width, height, pages = 1 } = await sharp(head).metadata();
    return { mimeType, width, height, animated: pages > 1, playable: true };
  } catch {
    return { ...none, playable: false };
  }
}
