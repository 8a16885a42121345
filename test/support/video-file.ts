/** Videos of any length, frame rate and size, as MP4 files that say so and show nothing. */

const box = (name: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => void bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};

/** A box that begins with version 0 and no flags. */
const fullBox = (name: string, ...content: Buffer[]): Buffer => box(name, words(0), ...content);

const MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

export function makeVideo({
  seconds = 4,
  frameRate = 25,
  width = 640,
  height = 360,
  brand = 'isom',
}: {
  seconds?: number;
  frameRate?: number;
  width?: number;
  height?: number;
  brand?: 'isom' | 'qt  ';
} = {}): Buffer {
  const timescale = 1000 * frameRate;
  const frames = Math.round(seconds * frameRate);
  const duration = frames * 1000;
  const frame = Buffer.alloc(16, 1);
  const ftyp = box('ftyp', Buffer.from(brand), words(0x200), Buffer.from(brand));
  const sample = box(
    'mp4v',
    words(0, 1, 0, 0, 0, 0),
    words((width << 16) | height, 0x480000, 0x480000, 0),
    Buffer.from('\0\x01', 'latin1'),
    Buffer.alloc(32),
    Buffer.from([0, 24, 0xff, 0xff]),
  );
  const table = (offset: number) =>
    box(
      'stbl',
      fullBox('stsd', words(1), sample),
      fullBox('stts', words(1, frames, 1000)),
      fullBox('stsc', words(1, 1, frames, 1)),
      fullBox('stsz', words(frame.length, frames)),
      fullBox('stco', words(1, offset)),
    );
  const moov = (offset: number) =>
    box(
      'moov',
      fullBox('mvhd', words(0, 0, timescale, duration, 0x10000, 0x1000000, 0, 0), MATRIX, words(0, 0, 0, 0, 0, 0, 2)),
      box(
        'trak',
        box('tkhd', words(7, 0, 0, 1, 0, duration, 0, 0, 0, 0), MATRIX, words(width << 16, height << 16)),
        box(
          'mdia',
          fullBox('mdhd', words(0, 0, timescale, duration, 0x55c40000)),
          fullBox('hdlr', words(0), Buffer.from('vide'), words(0, 0, 0), Buffer.from('\0')),
          box(
            'minf',
            box('vmhd', words(1, 0, 0)),
            box('dinf', fullBox('dref', words(1), box('url ', words(1)))),
            table(offset),
          ),
        ),
      ),
    );
  const head = ftyp.length + moov(0).length + 8;
  return Buffer.concat([ftyp, moov(head), box('mdat', frame)]);
}
