/** A file that cannot be processed because of its content. The message is human-readable. */
export class MediaRefused extends Error {}

/** `is` says what the file is: "a TIFF image". */
export const unopenable = (is: string) =>
  new MediaRefused(`The file is ${is} of a kind that cannot be opened: upload it as JPEG or PNG`);

/** `is` says what the file is: "a PNG image". */
export const damaged = (is: string) => new MediaRefused(`The file is ${is} that is damaged or truncated`);
