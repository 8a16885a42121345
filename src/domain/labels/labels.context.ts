import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { compareTexts } from '../../foundation/graphql/connection.types.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import { countItems, type LabelledKind, labelsById, labelsOfItems } from './label.repository.js';
import type { Label } from './labels.js';

export interface LabelLoaders {
  label: DataLoader<string, Label | null>;
  /** In the order of their names. */
  labelsOfGroup: DataLoader<string, Label[]>;
  labelsOfMedia: DataLoader<string, Label[]>;
  /** How many groups have a label. */
  groupsOfLabel: DataLoader<string, number>;
  mediaOfLabel: DataLoader<string, number>;
}

/** What the resolvers of labels find in the context of an operation. */
export interface LabelsContext {
  loaders: LabelLoaders;
}

/** By name, without case. */
export const byName = (one: Pick<Label, 'id' | 'nameKey'>, other: Pick<Label, 'id' | 'nameKey'>): number =>
  compareTexts(one.nameKey, other.nameKey) || compareTexts(one.id, other.id);

export const makeLabelLoaders = (db: Db): LabelLoaders => {
  const labelsOf = (kind: LabelledKind) =>
    new DataLoader<string, Label[]>(async (itemIds) => {
      const ofItems = new Map(itemIds.map((id): [string, Label[]] => [id, []]));
      const labels = await labelsOfItems(db, kind, itemIds);
      for (const { itemId, ...label } of labels.toSorted(byName)) ofItems.get(itemId)?.push(label);
      return itemIds.map((id) => ofItems.get(id) ?? []);
    });
  const countOf = (kind: LabelledKind) =>
    new DataLoader<string, number>(async (labelIds) => {
      const counts = new Map((await countItems(db, kind, labelIds)).map(({ labelId, count }) => [labelId, count]));
      return labelIds.map((id) => counts.get(id) ?? 0);
    });
  return {
    label: loaderById((ids) => labelsById(db, ids)),
    labelsOfGroup: labelsOf('group'),
    labelsOfMedia: labelsOf('media'),
    groupsOfLabel: countOf('group'),
    mediaOfLabel: countOf('media'),
  };
};
