/**
 * A text that Postgres can store, and that can be sent: NUL and half characters (of a cut, or as they came) become the
 * replacement character.
 */
export const storableText = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\ufffd');
