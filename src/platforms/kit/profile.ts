/** What a platform tells of an account, made fit to be stored and shown: any server may stand behind an address. */
import { z } from 'zod';
import { storableText } from '../../foundation/database/storable-text.js';

const TEXT_MAX = 200;

/** A name. */
export const profileText = z.string().transform((text) => storableText(text.trim().slice(0, TEXT_MAX)));

/** An address that may become a link or a picture; null for anything else. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .catch(null);
