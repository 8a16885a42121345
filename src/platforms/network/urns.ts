/**
 * Identifiers of the platform. Documents and clients write `urn:network:share:1`; the platform's own namespace is known
 * here and in the texts and calls of this folder, and nowhere else.
 */

const NEUTRAL = 'urn:network:';
const NATIVE = 'urn:li:';

/** An identifier, or a text with identifiers, as the platform writes it. */
export const toNative = (text: string): string => text.replaceAll(NEUTRAL, NATIVE);

/** The same as documents and clients write it. */
export const toNeutral = (text: string): string => text.replaceAll(NATIVE, NEUTRAL);

/** A response of the platform with every identifier in it as documents and clients write it. */
export const neutral = <T>(answer: T): T => JSON.parse(toNeutral(JSON.stringify(answer)));
