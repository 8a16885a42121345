/** Errors of framings: how images are cropped, and where their focus is. */
import { detailed } from './entry.js';

export const FRAMING_ENTRIES = {
  FRAMING_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `The image cannot be framed like this: ${reason}`,
    details: { reason: 'what is wrong about it' },
  }),
} as const;
