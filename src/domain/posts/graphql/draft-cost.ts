import { textCost } from '../../../foundation/graphql/cost.js';
import { MAX_TARGETS } from '../state/post-bounds.js';
import type { PostDraftInput } from './post-group.inputs.js';

/** The cost of the texts of a post that comes with the operation: more overrides are refused by the field itself. */
export const draftCost = ({ content, overrides }: PostDraftInput): number =>
  (overrides ?? [])
    .slice(0, MAX_TARGETS)
    .reduce((cost, override) => cost + textCost(override.content), textCost(content));
