/**
 * The format of a file by its first bytes, independent of its name and content type. Images and videos are those that
 * the service or a platform accepts [media/image-formats] [media/video-formats]. Other formats are listed so that error
 * messages can name them.
 */
import type { ImageFormat, VideoFormat } from '../../platforms/port/rules.js';

type Format = {
  /** Completes "The file is …". */
  is: string;
  /** Content types of this format, the usual one first. */
  types: readonly [string, ...string[]];
  /** The first bytes, a character for each. */
  begins: RegExp;
} & ({ kind: 'image'; name: ImageFormat } | { kind: 'video'; name: VideoFormat } | { kind: 'other'; refusal?: string });

/** A format that can be published. */
export type MediaFormat = Exclude<Format, { kind: 'other' }>;

/** The first match wins. `[^ -\xff]` is a control byte that does not occur in text. */
const FORMATS: readonly Format[] = [
  {
    kind: 'image',
    name: 'jpeg',
    is: 'a JPEG image',
    types: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
    begins: /^\xff\xd8\xff/,
  },
  {
    kind: 'image',
    name: 'png',
    is: 'a PNG image',
    types: ['image/png', 'image/apng', 'image/x-png'],
    begins: /^\x89PNG\r\n/,
  },
  { kind: 'image', name: 'gif', is: 'a GIF image', types: ['image/gif'], begins: /^GIF8[79]a/ },
  { kind: 'image', name: 'webp', is: 'a WebP image', types: ['image/webp'], begins: /^RIFF.{4}WEBP/s },
  { kind: 'image', name: 'tiff', is: 'a TIFF image', types: ['image/tiff'], begins: /^(II\*[^ -\xff]|MM[^ -\xff]\*)/ },
  {
    kind: 'image',
    name: 'bmp',
    is: 'a BMP image',
    types: ['image/bmp', 'image/x-ms-bmp'],
    // Two letters are a weak signature, so the reserved bytes after the size are checked too.
    begins: /^BM.{4}[^ -\xff]{4}/s,
  },
  {
    kind: 'image',
    name: 'avif',
    is: 'an AVIF image',
    types: ['image/avif', 'image/heif'],
    begins: /^.{4}ftyp(avi[fs]|mif1.{0,40}avif)/s,
  },
  // The prebuilt sharp has no decoder for HEVC.
  {
    kind: 'other',
    is: 'a HEIC image',
    types: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    begins: /^.{4}ftyp(hei|hev|mif|msf)/s,
    refusal: 'which cannot be converted: upload it as JPEG',
  },
  { kind: 'other', is: 'a 3GP video', types: ['video/3gpp', 'video/3gpp2'], begins: /^.{4}ftyp3g/s },
  // MOV and MP4 are variants of one container (ISO/IEC 14496-12) and commonly mislabeled.
  {
    kind: 'video',
    name: 'mov',
    is: 'a MOV video',
    types: ['video/quicktime', 'video/mov', 'video/x-quicktime', 'video/mp4'],
    // Older files have no brand and start with any of these.
    begins: /^.{4}(ftypqt {2}|moov|mdat|wide|free|skip|pnot)/s,
  },
  {
    kind: 'video',
    name: 'mp4',
    is: 'an MP4 video',
    types: ['video/mp4', 'application/mp4', 'video/x-m4v', 'video/quicktime', 'video/mov'],
    begins: /^.{4}ftyp/s,
  },
  {
    kind: 'video',
    name: 'avi',
    is: 'an AVI video',
    types: ['video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi'],
    begins: /^RIFF.{4}AVI /s,
  },
  // RFC 8794: the element DocType (0x4282) of the header distinguishes these two.
  { kind: 'video', name: 'webm', is: 'a WebM video', types: ['video/webm'], begins: /^.E\xdf\xa3.{0,60}B\x82.webm/s },
  {
    kind: 'video',
    name: 'mkv',
    is: 'an MKV video',
    types: ['video/x-matroska', 'video/matroska'],
    begins: /^.E\xdf\xa3.{0,60}B\x82.matroska/s,
  },
  { kind: 'other', is: 'a PDF document', types: ['application/pdf'], begins: /^%PDF-/ },
  { kind: 'other', is: 'a ZIP archive', types: ['application/zip'], begins: /^PK[^ -\xff]{2}/ },
  { kind: 'other', is: 'an SVG image', types: ['image/svg+xml'], begins: /^(\xef\xbb\xbf)?\s*<(.*<)?svg/is },
  { kind: 'other', is: 'an HTML page', types: ['text/html'], begins: /^(\xef\xbb\xbf)?\s*<(.*<)?(!doctype )?html/is },
];

/** How many of the first bytes are inspected. */
export const HEAD_BYTES = 4096;

/** The content type of an image that begins with these bytes; null for what is no image. */
export function imageTypeOf(bytes: Buffer): string | null {
  const identity = identify(bytes.subarray(0, HEAD_BYTES), '');
  return 'format' in identity && identity.format.kind === 'image' ? identity.format.types[0] : null;
}

/**
 * The format of a file with these first bytes, or a human-readable reason why it cannot be published. The content type
 * decides nothing: it is named in the reason.
 */
export function identify(head: Buffer, contentType: string): { format: MediaFormat } | { problem: string } {
  const text = head.toString('latin1', 0, HEAD_BYTES);
  const format = FORMATS.find(({ begins }) => begins.test(text));
  const claim = claimOf(contentType);
  if (!format) return { problem: `The file ${claim ? `says ${claim} and ` : ''}is of an unknown format` };
  if (format.kind !== 'other') return { format };
  const isSaid = claim !== null && !format.types.includes(claim);
  const refusal = format.refusal ?? (isSaid ? null : 'which no platform accepts');
  return { problem: `The file ${isSaid ? `says ${claim} and ` : ''}is ${format.is}${refusal ? `, ${refusal}` : ''}` };
}

const isMedia = (format: Format): format is MediaFormat => format.kind !== 'other';

/** Whether a file that is declared with this content type may be an image or a video: its bytes decide. */
export function mayBeMedia(contentType: string): boolean {
  const type = typeIn(contentType);
  if (type === null) return false;
  return (
    /^(image\/(?!svg\b)|video\/)/.test(type) ||
    NO_CLAIM.includes(type) ||
    FORMATS.filter(isMedia).some((one) => one.types.includes(type))
  );
}

/**
 * A sentence about a file that was declared as something else than it is; null if it was not, or if its format is not
 * known. `mimeType`: the usual content type of what it is.
 */
export function correctionOf(
  mimeType: string,
  declared: { kind: MediaFormat['kind']; contentType: string },
): string | null {
  const format = FORMATS.filter(isMedia).find(({ types: [usual] }) => usual === mimeType);
  if (!format) return null;
  const claim = claimOf(declared.contentType);
  if (claim && !format.types.includes(claim)) return `Declared as ${claim}; the file is ${format.is}`;
  if (declared.kind === format.kind) return null;
  return `Declared as ${declared.kind === 'image' ? 'an image' : 'a video'}; the file is ${format.is}`;
}

/** Generic content types. */
const NO_CLAIM = ['application/octet-stream', 'binary/octet-stream'];

/** The content type without its parameters; null if invalid or generic. */
function claimOf(contentType: string): string | null {
  const type = typeIn(contentType);
  return type === null || NO_CLAIM.includes(type) ? null : type;
}

const typeIn = (contentType: string): string | null =>
  /^\s*([a-z]+\/[a-z0-9.+-]{1,60})\s*(?:;|$)/.exec(contentType.toLowerCase())?.[1] ?? null;
