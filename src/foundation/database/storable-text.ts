/** A text that Postgres can store: NUL and lone surrogates become the replacement character. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
