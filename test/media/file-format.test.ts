import { identify } from '../../src/domain/media/file-format.js';

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

describe('what a file says it is', () => {
  it.each([
    ['image/png', HEADS.jpeg, 'The file says image/png and is a JPEG image'],
    ['image/png', bytes('%PDF-1.7'), 'The file says image/png and is a PDF document'],
    ['image/jpeg', HEADS.mp4, 'The file says image/jpeg and is an MP4 video'],
    ['text/html', HEADS.jpeg, 'The file says text/html and is a JPEG image'],
    ['video/mp4', bytes('hello'), 'The file says video/mp4 and is of an unknown format'],
    ['Image/PNG; charset=binary', HEADS.gif, 'The file says image/png and is a GIF image'],
  ])('%s must be true', (contentType, head, problem) => {
    expect(identify(head, contentType)).toEqual({ problem });
  });

  it.each([
    ['image/jpeg', 'jpeg'],
    ['image/jpg', 'jpeg'],
    ['IMAGE/PNG', 'png'],
    ['video/mp4', 'mov'],
    ['video/quicktime', 'mp4'],
    ['video/avi', 'avi'],
  ] as const)('%s may be said of %s', (contentType, name) => {
    expect(identify(HEADS[name], contentType)).toMatchObject({ format: { name } });
  });

  it.each(['', 'application/octet-stream', 'binary/octet-stream', 'picture', '../../etc'])(
    '%j says nothing: any text is accepted',
    (contentType) => {
      expect(identify(HEADS.png, contentType)).toMatchObject({
        format: { name: 'png', types: ['image/png', 'image/apng'] },
      });
    },
  );
});
