import { COST, textCost } from '../../../foundation/graphql/cost.js';
import { MAX_FILES, MAX_TARGETS } from '../state/post-bounds.js';
import type { PostInput } from './post-group.inputs.js';

/** The cost of the texts of a post that comes with the operation: more overrides are refused by the field itself. */
export const draftCost = ({ content, overrides }: Pick<PostInput, 'content' | 'overrides'>): number =>
  (overrides ?? [])
    .slice(0, MAX_TARGETS)
    .reduce((cost, override) => cost + ownCost(override.content) + ownCost(override.firstComment), textCost(content));

const ownCost = (text: string | null | undefined): number => (text == null ? 0 : textCost(text));

/** The cost of the files of a post: more are refused by the field itself. */
export const filesCost = (media: PostInput['media']): number =>
  (media ?? []).slice(0, MAX_FILES).reduce((cost, { url }) => cost + (url == null ? 5 : COST.readFile), 0);

/** The cost of storing a post for each of its targets: more are refused by the field itself. */
export const targetsCost = ({ platformIds, accountIds }: Pick<PostInput, 'platformIds' | 'accountIds'>): number =>
  5 * Math.min((platformIds?.length ?? 0) + (accountIds?.length ?? 0), MAX_TARGETS);
