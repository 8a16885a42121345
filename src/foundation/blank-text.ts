const BLANK = /^[\s\p{Z}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether nothing of a text can be seen: only white space, control characters, zero-width characters and marks. */
export const isBlank = (text: string): boolean => BLANK.test(text);
