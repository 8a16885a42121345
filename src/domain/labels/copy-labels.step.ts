import type { AfterDuplication } from '../posts/state/after-duplication.port.js';
import { copyLabels } from './label.repository.js';

/** A copy of a post has its labels. */
export const keepLabelsOfCopy: AfterDuplication = (db, { source, copy }) => copyLabels(db, source.id, copy.id);
