import { Field } from 'type-graphql';
import { AppError } from '../../foundation/errors/app-error.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { PostGroupFilterInput } from '../posts/graphql/post-group-filter.types.js';
import type { GroupConditions } from '../posts/reading/group-conditions.port.js';
import { withLabels } from './label.repository.js';
import { LabelFilterInput } from './label.types.js';
import { MAX_LABELS } from './labels.js';

// Posts do not know labels: their filter gets its field here.
Field(() => LabelFilterInput, { nullable: true, description: 'Posts with, or without, labels.' })(
  PostGroupFilterInput.prototype,
  'labels',
);

/** The condition of a filter that names labels. Errors: FILTER_INVALID, ID_INVALID. */
export const labelConditions: GroupConditions = (filter: { labels?: LabelFilterInput | null }) => {
  const { labels } = filter;
  if (!labels) return [];
  if (labels.ids.length > MAX_LABELS) {
    throw new AppError('FILTER_INVALID', { reason: `labels.ids has at most ${MAX_LABELS} ids` });
  }
  const ids = [...new Set(labels.ids.map((id) => parseId('labels.ids', id)))];
  return [withLabels({ ids, match: labels.match })];
};
