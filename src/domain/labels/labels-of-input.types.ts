import { Field, ID } from 'type-graphql';
import { AppError } from '../../foundation/errors/app-error.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { CreatePostInput, UpdatePostInput } from '../posts/graphql/post-group.inputs.js';
import type { ReadStoredWith } from '../posts/state/stored-with.port.js';
import { MAX_LABELS_EACH } from './labels.js';
import { keepNamedLabels, setLabelsOfGroup } from './set-labels.step.js';

// Posts do not know labels: their inputs get the field here.
Field(() => [ID], {
  nullable: true,
  description:
    'Its labels, at most 20, stored with the post or not at all. Errors: ID_INVALID, LABEL_NOT_FOUND, LABELS_TOO_MANY.',
})(CreatePostInput.prototype, 'labelIds');
Field(() => [ID], {
  nullable: true,
  description:
    'All labels from now on, at most 20; an empty list removes them. Alone, it changes no `updatedAt`; changeLabels labels posts in any status. Errors: ID_INVALID, LABEL_NOT_FOUND, LABELS_TOO_MANY.',
})(UpdatePostInput.prototype, 'labelIds');

/** The labels that an input names. Errors: ID_INVALID, LABELS_TOO_MANY; LABEL_NOT_FOUND when they are stored. */
export const makeLabelsOfInput =
  ({ clock }: { clock: () => Date }): ReadStoredWith =>
  ({ userId }, { labelIds }: { labelIds?: string[] | null }) => {
    if (labelIds == null) return undefined;
    if (labelIds.length > MAX_LABELS_EACH) throw new AppError('LABELS_TOO_MANY');
    const ids = [...new Set(labelIds.map((id) => parseId('labelIds', id)))];
    return {
      request: { labelIds: ids.toSorted() },
      lock: (db) => keepNamedLabels(db, userId, ids),
      store: (db, group, { isNew }) => setLabelsOfGroup(db, group, ids, { isNew, now: clock() }),
    };
  };
