/** A text that Postgres can store: NUL and lone surrogates become the replacement character. */
export const storableText = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\ufffd');
