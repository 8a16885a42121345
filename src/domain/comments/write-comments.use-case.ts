import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertPermission, mayDo, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { findPerson, type Person } from '../identity/people/person.repository.js';
import { shownName } from '../identity/people/shown-name.js';
import { lockPostGroup } from '../posts/state/post-group.repository.js';
import { recordAnnotation } from '../posts/state/record-changes.repository.js';
import {
  type Comment,
  countComments,
  deleteComment,
  findComment,
  insertComment,
  mentionablePeople,
  updateComment,
} from './comment.repository.js';
import { MAX_COMMENTS, MAX_MENTIONS, type Mention, parseBody } from './comments.js';
import { notifyOfEdit, notifyOfNew, withdrawNotices } from './notify-of-comment.step.js';

interface Written {
  body: string;
  /** People, by their ids. */
  mentions: readonly string[];
}

/** A comment is of a person: programs write none. All of it is possible in every state of a group. */
export interface WriteComments {
  /**
   * Begins a thread, or replies to one: a resolved thread is open again then. Errors: POST_GROUP_NOT_FOUND,
   * COMMENT_THREAD_NOT_FOUND, TEAM_COMMENT_LIMIT_REACHED, and those of `edit` about the text.
   */
  add(viewer: Viewer, input: Written & { groupId: string; threadId: string | null }): Promise<Comment>;
  /**
   * Changes a comment of the person's own. Errors: TEAM_COMMENT_NOT_FOUND, TEAM_COMMENT_NOT_YOURS,
   * TEAM_COMMENT_BODY_INVALID, TEXT_NOT_PUBLISHABLE, TEAM_COMMENT_MENTIONS_INVALID.
   */
  edit(viewer: Viewer, input: Written & { id: string }): Promise<Comment>;
  /**
   * Deletes an own comment, with ADMINISTER any; with its thread, if it begins one. Returns what
   * was deleted. Errors: TEAM_COMMENT_NOT_FOUND, TEAM_COMMENT_NOT_YOURS.
   */
  delete(viewer: Viewer, id: string): Promise<Comment>;
  /** Resolves a thread, or opens it again. Error: COMMENT_THREAD_NOT_FOUND. */
  resolve(viewer: Viewer, input: { threadId: string; resolved: boolean }): Promise<Comment>;
}

export function makeWriteComments({
  transaction,
  clock,
}: {
  transaction: Transaction;
  clock: () => Date;
}): WriteComments {
  /** Runs a change of a comment under the lock of its group, and reports it. */
  async function changing(
    viewer: Viewer,
    id: string,
    change: (db: Db, comment: Comment) => Promise<Comment>,
    notFound: 'TEAM_COMMENT_NOT_FOUND' | 'COMMENT_THREAD_NOT_FOUND' = 'TEAM_COMMENT_NOT_FOUND',
  ): Promise<Comment> {
    assertPermission(viewer, 'DRAFT');
    return transaction(async (db) => {
      const found = await findComment(db, id);
      const group = found && (await lockPostGroup(db, found.groupId));
      // It may have been deleted before the lock.
      const comment = group?.userId === viewer.userId ? await findComment(db, id) : null;
      if (!group || !comment) throw new AppError(notFound);
      const changed = await change(db, comment);
      await recordAnnotation(db, group, clock());
      return changed;
    });
  }

  return {
    async add(viewer, { groupId, threadId, ...written }) {
      assertPermission(viewer, 'DRAFT');
      const body = parseBody(written.body);
      return transaction(async (db) => {
        const author = await personOf(db, viewer);
        const group = await lockPostGroup(db, groupId);
        if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
        const first = threadId === null ? null : await findComment(db, threadId);
        const isThread = first?.groupId === groupId && first.threadId === threadId;
        if (threadId !== null && !isThread) throw new AppError('COMMENT_THREAD_NOT_FOUND');
        if ((await countComments(db, groupId)) >= MAX_COMMENTS) throw new AppError('TEAM_COMMENT_LIMIT_REACHED');
        const now = clock();
        const id = newId(now);
        const comment: Comment = {
          ...{ id, groupId, threadId: threadId ?? id, personId: author.id, author: shownName(author) },
          ...{ body, mentions: await mentionsOf(db, viewer, written.mentions) },
          ...{ createdAt: now, editedAt: null, resolvedAt: null, resolvedBy: null },
        };
        await insertComment(db, comment);
        if (first?.resolvedAt) await updateComment(db, first.id, { resolvedAt: null, resolvedBy: null });
        await recordAnnotation(db, group, now);
        await notifyOfNew(db, group.userId, comment, now);
        return comment;
      });
    },
    async edit(viewer, { id, ...written }) {
      const body = parseBody(written.body);
      return changing(viewer, id, async (db, comment) => {
        if (comment.personId !== sessionOf(viewer).personId) throw new AppError('TEAM_COMMENT_NOT_YOURS');
        const changes = { body, mentions: await mentionsOf(db, viewer, written.mentions), editedAt: clock() };
        await updateComment(db, id, changes);
        const edited = { ...comment, ...changes };
        await notifyOfEdit(db, viewer.userId, { before: comment, after: edited }, edited.editedAt);
        return edited;
      });
    },
    delete: (viewer, id) =>
      changing(viewer, id, async (db, comment) => {
        const isOwn = comment.personId === sessionOf(viewer).personId;
        if (!isOwn && !mayDo(viewer, 'ADMINISTER')) throw new AppError('TEAM_COMMENT_NOT_YOURS');
        await withdrawNotices(db, await deleteComment(db, comment));
        return comment;
      }),
    resolve: (viewer, { threadId, resolved }) =>
      changing(
        viewer,
        threadId,
        async (db, comment) => {
          if (comment.threadId !== comment.id) throw new AppError('COMMENT_THREAD_NOT_FOUND');
          if (resolved === (comment.resolvedAt !== null)) return comment;
          const by = shownName(await personOf(db, viewer));
          const changes = { resolvedAt: resolved ? clock() : null, resolvedBy: resolved ? by : null };
          await updateComment(db, threadId, changes);
          return { ...comment, ...changes };
        },
        'COMMENT_THREAD_NOT_FOUND',
      ),
  };
}

/** The person who is signed in. */
async function personOf(db: Db, viewer: Viewer): Promise<Person> {
  const person = await findPerson(db, sessionOf(viewer).personId);
  if (!person) throw new AppError('SESSION_REQUIRED');
  return person;
}

/** Error: TEAM_COMMENT_MENTIONS_INVALID, if they are too many, or somebody is no member. */
async function mentionsOf(db: Db, viewer: Viewer, given: readonly string[]): Promise<Mention[]> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return [];
  const people = ids.length > MAX_MENTIONS ? [] : await mentionablePeople(db, viewer, ids);
  if (people.length < ids.length) throw new AppError('TEAM_COMMENT_MENTIONS_INVALID');
  return people;
}
