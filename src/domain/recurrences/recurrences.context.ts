import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import {
  type Occurrence,
  occurrencesOfGroups,
  recurrencesById,
  recurrencesOfTemplates,
} from './recurrence.repository.js';
import type { Recurrence } from './recurrences.js';

export interface RecurrenceLoaders {
  recurrence: DataLoader<string, Recurrence | null>;
  /** The occurrence of which a group is the post. */
  occurrenceOfGroup: DataLoader<string, Occurrence | null>;
  /** A recurrence of which a group is the template. */
  recurrenceOfTemplate: DataLoader<string, Recurrence | null>;
}

/** What the resolvers of recurrences find in the context of an operation. */
export interface RecurrencesContext {
  loaders: RecurrenceLoaders;
}

export const makeRecurrenceLoaders = (db: Db): RecurrenceLoaders => ({
  recurrence: loaderById((ids) => recurrencesById(db, ids)),
  occurrenceOfGroup: new DataLoader(async (groupIds) => {
    const found = new Map((await occurrencesOfGroups(db, groupIds)).map((one) => [one.groupId, one]));
    return groupIds.map((id) => found.get(id) ?? null);
  }),
  recurrenceOfTemplate: new DataLoader(async (groupIds) => {
    const found = new Map((await recurrencesOfTemplates(db, groupIds)).map((one) => [one.templateId, one]));
    return groupIds.map((id) => found.get(id) ?? null);
  }),
});
