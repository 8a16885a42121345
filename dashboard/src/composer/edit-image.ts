/** Images that this browser makes of others: for platforms that refuse a format or a ratio, which the API does not change. */

const QUALITY = 0.92;

/** A part of an image, in its pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a crop shows: the ratio of its sides, how much it is enlarged, and where it is. */
export interface Crop {
  /** Width divided by height. */
  ratio: number;
  /** 1: as much of the image as possible. */
  zoom: number;
  /** 0: at the left or upper edge; 1: at the right or lower one. */
  x: number;
  y: number;
}

export const centred = (ratio: number): Crop => ({ ratio, zoom: 1, x: 0.5, y: 0.5 });

/** Rounded so that the ratio is not beyond the wanted one, as seen from the ratio of the image. */
export function rectangleOf(image: { width: number; height: number }, { ratio, zoom, x, y }: Crop): Rectangle {
  const isTooWide = image.width / image.height > ratio;
  const full = isTooWide
    ? { width: Math.floor(image.height * ratio), height: image.height }
    : { width: image.width, height: Math.floor(image.width / ratio) };
  const width = Math.max(1, isTooWide ? Math.floor(full.width / zoom) : Math.round(full.width / zoom));
  const height = Math.max(1, isTooWide ? Math.ceil(full.height / zoom) : Math.floor(width / ratio));
  return { x: Math.round((image.width - width) * x), y: Math.round((image.height - height) * y), width, height };
}

/** The image as JPEG; what is transparent becomes white. Rejects if this browser cannot open it. */
export const toJpeg = (image: Blob, name: string): Promise<File> =>
  draw(image, name, 'image/jpeg', ({ width, height }) => ({ x: 0, y: 0, width, height }));

/** A part of the image in a content type that canvases write. Rejects if this browser cannot open it. */
export const toCrop = (image: Blob, name: string, type: string | null, crop: Crop): Promise<File> =>
  draw(image, name, WRITABLE.find((writable) => writable === type) ?? 'image/jpeg', (size) => rectangleOf(size, crop));

const WRITABLE = ['image/jpeg', 'image/png', 'image/webp'] as const;
const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

async function draw(
  image: Blob,
  name: string,
  type: (typeof WRITABLE)[number],
  part: (size: { width: number; height: number }) => Rectangle,
): Promise<File> {
  const bitmap = await createImageBitmap(image);
  const { x, y, width, height } = part(bitmap);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(bitmap, x, y, width, height, 0, 0, width, height);
  bitmap.close();
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });
  if (!made || made.type !== type) throw new Error('This browser does not write such images');
  return new File([made], `${name.replace(/\.[^.]*$/, '')}.${ENDINGS[type]}`, { type });
}
