/** Images that this browser makes of others: for platforms that refuse a format, which the API does not change. */

const QUALITY = 0.92;

/** The image as JPEG; what is transparent becomes white. Rejects if this browser cannot open it. */
export async function toJpeg(image: Blob, name: string): Promise<File> {
  const bitmap = await createImageBitmap(image);
  const canvas = document.createElement('canvas');
  const { width, height } = bitmap;
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (made?.type !== 'image/jpeg') throw new Error('This browser does not write such images');
  return new File([made], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
}
