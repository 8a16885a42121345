/** A file that nothing can be done with, through its own fault. The message is a sentence for people. */
export class MediaRefused extends Error {}

/** `is` says what the file is: "a PNG image". */
export const damaged = (is: string) => new MediaRefused(`The file is ${is} that is damaged or truncated`);
