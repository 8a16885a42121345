/** Codes of validation that the REST contract reserves (docs/contract/validation.md): nothing returns them. */
export const RESERVED_CODES = [
  'CONTENT_REQUIRED',
  'CONTENT_OR_MEDIA_REQUIRED',
  'INVALID_PLATFORM_CONTENT',
  'IMAGES_NOT_SUPPORTED',
  'VIDEO_NOT_SUPPORTED',
];
