import { z } from 'zod';
import type { Brand } from '../foundation/http/brand.js';
import { text, type Values } from './variable.js';

const MAX_NAME = 40;
const MAX_URL = 2_000;

/** Domains and IP addresses only: the origin becomes a source of the pages' Content-Security-Policy. */
const HOSTNAME = /^([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])$/i;

export const brandVariables = {
  BRAND_NAME: text(`1 to ${MAX_NAME} characters in one line`)
    .trim()
    .min(1)
    .max(MAX_NAME)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u)
    .default('Social publishing')
    .describe('Name of the service: in the dashboard, the installed app, e-mails and the pages that their links open.'),
  BRAND_COLOR: text('a color of the form #0e6a75')
    .regex(/^#[\da-f]{6}$/i)
    .toLowerCase()
    .default('#0e6a75')
    .describe(
      'Accent color of the dashboard, e-mails and pages. Its lightness is adjusted where buttons or links would have a contrast below 4.5:1.',
    ),
  BRAND_LOGO_URL: z
    .url({ protocol: /^https?$/, hostname: HOSTNAME })
    .max(MAX_URL)
    .refine((url) => URL.canParse(url) && new URL(url).username === '' && new URL(url).password === '')
    .optional()
    .meta({
      expected: `an http or https address without a user, of at most ${MAX_URL} characters`,
      description:
        'Address of a square picture that replaces the mark: in the dashboard, as its favicon and as the icon of the installed app (SVG, or PNG of at least 512 × 512 pixels). The pages allow pictures from its host.',
      unset: 'the mark of this project',
    }),
};

export const readBrand = (value: Values<typeof brandVariables>): Brand => ({
  name: value.BRAND_NAME,
  color: value.BRAND_COLOR,
  logoUrl: value.BRAND_LOGO_URL ?? null,
});
