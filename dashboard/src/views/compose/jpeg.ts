/** Images for platforms that take JPEG and refuse other formats, which the API does not change. */
import type { Issue } from './compose.operations.js';
import type { DraftFile } from './draft.js';

/**
 * The platforms that refuse an image for its format and would take it as JPEG. An issue names no file, but the content type
 * that is refused and those that are accepted.
 */
export const platformsForJpeg = ({ type, mimeType }: DraftFile, issues: readonly Issue[]): string[] =>
  type === 'IMAGE' && mimeType
    ? issues.flatMap(({ code, severity, field, message, platform, suggestions }) =>
        code === 'MEDIA_TYPE_NOT_SUPPORTED' &&
        severity === 'ERROR' &&
        field === 'imageFormat' &&
        message.includes(`"${mimeType}"`) &&
        suggestions?.some((text) => text.includes('image/jpeg'))
          ? (platform ?? [])
          : [],
      )
    : [];

const QUALITY = 0.92;

/** The image as JPEG; what is transparent becomes white. Rejects if this browser cannot open it. */
export async function toJpeg(image: Blob, name: string): Promise<File> {
  const bitmap = await createImageBitmap(image);
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (!jpeg) throw new Error('This browser made no JPEG of the image');
  return new File([jpeg], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
}
