import { z } from 'zod';
import { cursorsOf } from '../../foundation/graphql/pagination.js';

/**
 * A position in a list that a platform pages with its own cursors, which name pages and not entries: the platform's
 * cursor before the page (null: the first one), and how many entries of that page to skip.
 */
export interface ReplyPosition {
  after: string | null;
  skip: number;
}

export const START: ReplyPosition = { after: null, skip: 0 };

const AFTER_MAX = 1000;
const SKIP_MAX = 10_000;

export const REPLIES = cursorsOf('replies', {
  after: z.string().max(AFTER_MAX).nullable(),
  skip: z.int().min(0).max(SKIP_MAX),
});
