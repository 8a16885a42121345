import { isBlank } from '../../foundation/blank-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import type { AuditSubject } from '../audit/audit-event.js';

/** Labels of an account. */
export const MAX_LABELS = 200;
/** Labels of a post, or of a file. */
export const MAX_LABELS_EACH = 20;
/** Posts and files that one call labels. */
export const MAX_LABELLED = 500;
/** Characters of a name (Unicode code points). */
const MAX_NAME = 50;

export enum LabelColor {
  GRAY = 'GRAY',
  RED = 'RED',
  PINK = 'PINK',
  PURPLE = 'PURPLE',
  VIOLET = 'VIOLET',
  INDIGO = 'INDIGO',
  BLUE = 'BLUE',
  CYAN = 'CYAN',
  TEAL = 'TEAL',
  GREEN = 'GREEN',
  YELLOW = 'YELLOW',
  ORANGE = 'ORANGE',
}

export interface Label {
  id: string;
  userId: string;
  name: string;
  /** The name without case, by which it is unique in its account. */
  nameKey: string;
  color: LabelColor;
  createdAt: Date;
}

/** A name as it is stored: composed, without white space around it and with single spaces in it. */
export interface LabelName {
  name: string;
  nameKey: string;
}

/** Errors: LABEL_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseLabelName(given: string): LabelName {
  // Longer ones are refused before they are worked on.
  if (given.length > MAX_NAME * 10) throw new AppError('LABEL_NAME_INVALID');
  const name = publishableText(given, 'name').normalize('NFC').replace(/\s+/g, ' ').trim();
  if (isBlank(name) || [...name].length > MAX_NAME) throw new AppError('LABEL_NAME_INVALID');
  return { name, nameKey: name.normalize('NFKC').toLowerCase() };
}

/** What changes about the labels of posts and files. */
export interface LabelChanges {
  postGroupIds: readonly string[];
  mediaIds: readonly string[];
  /** Labels that each of them gets. */
  add: readonly string[];
  /** Labels that each of them loses. */
  remove: readonly string[];
}

/** Each id once. Error: LABEL_CHANGES_INVALID, with the reason. */
export function parseLabelChanges(given: LabelChanges): LabelChanges {
  const invalid = (reason: string) => new AppError('LABEL_CHANGES_INVALID', { reason });
  const { postGroupIds, mediaIds, add, remove } = given;
  if (postGroupIds.length + mediaIds.length > MAX_LABELLED) {
    throw invalid(`postGroupIds and mediaIds have at most ${MAX_LABELLED} ids together`);
  }
  if (postGroupIds.length + mediaIds.length === 0) throw invalid('postGroupIds or mediaIds must have an id');
  if (add.length + remove.length > MAX_LABELS) throw invalid(`add and remove have at most ${MAX_LABELS} ids together`);
  if (add.length + remove.length === 0) throw invalid('add or remove must have an id');
  const removed = new Set(remove);
  if (add.some((id) => removed.has(id))) throw invalid('a label is in add or in remove, not in both');
  return {
    postGroupIds: [...new Set(postGroupIds)],
    mediaIds: [...new Set(mediaIds)],
    add: [...new Set(add)],
    remove: [...removed],
  };
}

export const labelSubject = ({ id, name }: Pick<Label, 'id' | 'name'>): AuditSubject => ({ type: 'label', id, name });

export enum LabelMatch {
  ANY = 'ANY',
  ALL = 'ALL',
  NONE = 'NONE',
}

/** Posts with any of these labels, with all of them, or with none of them. */
export interface LabelFilter {
  ids: readonly string[];
  match: LabelMatch;
}
