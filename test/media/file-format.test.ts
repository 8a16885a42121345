import { correctionOf, identify, mayBeMedia } from '../../src/domain/media/file-format.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const HEADS = {
  jpeg: bytes('\xff\xd8\xff\xe0\0\x10JFIF'),
  png: bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  gif: bytes('GIF89a\x01\0\x01\0'),
  webp: bytes('RIFF\x24\0\0\0WEBPVP8 '),
  bmp: bytes('BM\x46\x0e\0\0\0\0\0\0\x36\0\0\0'),
  tiff: bytes('II*\0\x08\0\0\0'),
  avif: bytes('\0\0\0\x1cftypavif\0\0\0\0'),
  mp4: bytes('\0\0\0\x20ftypisom\0\0\x02\0'),
  mov: bytes('\0\0\0\x14ftypqt  \0\0\x02\0'),
  avi: bytes('RIFF\x24\0\0\0AVI LIST'),
  mkv: bytes('\x1aE\xdf\xa3\xa3B\x86\x81\x01B\x82\x88matroska'),
  webm: bytes('\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86\x81\x01B\x82\x84webm'),
};

describe('what a file is by its first bytes', () => {
  it.each(Object.entries(HEADS))('%s is recognised', (name, head) => {
    expect(identify(head, '')).toMatchObject({ format: { name } });
  });

  it.each([
    ['TIFF with the highest byte first', bytes('MM\0*\0\0\0\x08'), 'tiff'],
    ['QuickTime from before there were brands', bytes('\0\0\x01\0moov\0\0\0\x6cmvhd'), 'mov'],
    ['a GIF of 1987', bytes('GIF87a\x01\0\x01\0'), 'gif'],
    ['AVIF by another brand', bytes('\0\0\0\x20ftypmif1\0\0\0\0mif1avifmiaf'), 'avif'],
  ])('%s is recognised', (_, head, name) => {
    expect(identify(head, '')).toMatchObject({ format: { name } });
  });

  it.each([
    ['an SVG image', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [
      'an SVG image',
      '\xef\xbb\xbf \n<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
    ],
    ['an HTML page', '<!DOCTYPE html><title>x</title>'],
    ['an HTML page', '<HTML><body>'],
    ['a PDF document', '%PDF-1.7'],
    ['a ZIP archive', 'PK\x03\x04\x14\0'],
    ['a 3GP video', '\0\0\0\x18ftyp3gp4\0\0\0\0'],
  ])('%s is known and refused', (is, text) => {
    expect(identify(bytes(text), '')).toEqual({ problem: `The file is ${is}, which no platform accepts` });
  });

  it.each(['heic', 'mif1'])('HEIC (%s) is refused with what to do: there is no decoder for it', (brand) => {
    const problem = 'The file is a HEIC image, which cannot be converted: upload it as JPEG';
    expect(identify(bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`), 'image/heic')).toEqual({ problem });
  });

  it.each(['', 'x', 'BM', 'GIF8', 'hello', '\xff\xd8', '\0\0\0\0', 'RIFF\0\0\0\0WAVE', '\x1aE\xdf\xa3', '{"a":1}'])(
    'nothing is made of %j',
    (text) => {
      expect(identify(bytes(text), '')).toEqual({ problem: 'The file is of an unknown format' });
    },
  );
});

describe('what a file is declared to be', () => {
  it.each([
    ['image/png', HEADS.jpeg, 'jpeg'],
    ['image/jpeg', HEADS.webp, 'webp'],
    ['image/jpeg', HEADS.mp4, 'mp4'],
    ['video/mp4', HEADS.png, 'png'],
    ['text/html', HEADS.jpeg, 'jpeg'],
    ['image/heic', HEADS.jpeg, 'jpeg'],
    ['picture', HEADS.gif, 'gif'],
  ])('does not decide: %s', (contentType, head, name) => {
    expect(identify(head, contentType)).toMatchObject({ format: { name } });
  });

  it.each([
    ['image/png', bytes('%PDF-1.7'), 'The file says image/png and is a PDF document'],
    ['video/mp4', bytes('hello'), 'The file says video/mp4 and is of an unknown format'],
    [
      'image/jpeg',
      bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      'The file says image/jpeg and is a HEIC image, which cannot be converted: upload it as JPEG',
    ],
  ])('%s is named where the file is refused', (contentType, head, problem) => {
    expect(identify(head, contentType)).toEqual({ problem });
  });

  const correction = (mimeType: string, contentType: string, kind: 'image' | 'video') =>
    correctionOf(mimeType, { kind, contentType });

  it.each([
    ['image/jpeg', 'image/jpeg', 'image'],
    ['image/jpeg', 'image/pjpeg', 'image'],
    ['image/jpeg', 'IMAGE/JPG; charset=binary', 'image'],
    ['image/png', 'image/x-png', 'image'],
    ['video/mp4', 'application/mp4', 'video'],
    ['video/mp4', 'video/quicktime', 'video'],
    ['video/quicktime', 'video/mov', 'video'],
    ['video/quicktime', 'video/mp4', 'video'],
    ['video/x-msvideo', 'video/avi', 'video'],
    ['image/png', 'application/octet-stream', 'image'],
    ['image/png', 'picture', 'image'],
  ] as const)('of %s %s is right, with the type %s', (mimeType, contentType, kind) => {
    expect(correction(mimeType, contentType, kind)).toBeNull();
  });

  it.each([
    ['image/png', 'image/jpeg', 'image', 'Declared as image/jpeg; the file is a PNG image'],
    ['video/mp4', 'image/jpeg', 'image', 'Declared as image/jpeg; the file is an MP4 video'],
    ['video/mp4', 'video/mp4', 'image', 'Declared as an image; the file is an MP4 video'],
    ['image/gif', 'image/*', 'video', 'Declared as a video; the file is a GIF image'],
  ] as const)('of %s %s with the type %s is corrected', (mimeType, contentType, kind, sentence) => {
    expect(correction(mimeType, contentType, kind)).toBe(sentence);
  });

  it.each(['image/png', 'image/anything', 'video/x-flv', 'application/mp4', 'application/octet-stream'])(
    '%s may be an image or a video',
    (contentType) => {
      expect(mayBeMedia(contentType)).toBe(true);
    },
  );

  it.each(['', 'image', 'text/html', 'application/pdf', 'audio/mpeg', 'image/svg+xml'])(
    '%j is neither an image nor a video',
    (contentType) => {
      expect(mayBeMedia(contentType)).toBe(false);
    },
  );
});
