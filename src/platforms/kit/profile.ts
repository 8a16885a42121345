/** Sanitizes profile data from a platform before it is stored and shown: it may come from an untrusted server. */
import { z } from 'zod';
import { storableText } from '../../foundation/database/storable-text.js';

const TEXT_MAX = 200;

/** A name. */
export const profileText = z.string().transform((text) => storableText(text.trim().slice(0, TEXT_MAX)));

/** A URL that is safe as a link or image; null for anything else. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .catch(null);
