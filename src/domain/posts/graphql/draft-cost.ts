import { COST, textCost } from '../../../foundation/graphql/cost.js';
import { MAX_FILES, MAX_TARGETS } from '../state/post-bounds.js';
import type { PostDraftInput } from './post-group.inputs.js';

/** The cost of the texts of a post that comes with the operation: more overrides are refused by the field itself. */
export const draftCost = ({ content, overrides }: PostDraftInput): number =>
  (overrides ?? [])
    .slice(0, MAX_TARGETS)
    .reduce((cost, override) => cost + textCost(override.content), textCost(content));

/** The cost of the files of a post: more are refused by the field itself. */
export const filesCost = (media: PostDraftInput['media']): number =>
  (media ?? []).slice(0, MAX_FILES).reduce((cost, { url }) => cost + (url == null ? 5 : COST.readFile), 0);
