import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { byGroup } from '../posts/graphql/posts.context.js';
import type { Texts } from '../posts/reading/texts.io.js';
import { bytesOfComments, type Comment, commentsOfGroups, countOpenThreads } from './comment.repository.js';

/** Comments that one operation reads have at most so many bytes at a time. */
const MAX_READ_BYTES = 15_000_000;

export interface CommentLoaders {
  commentsOfGroup: DataLoader<string, Comment[]>;
  /** How many threads of a group are not resolved. */
  openThreadsOfGroup: DataLoader<string, number>;
}

/** What the resolvers of comments find in the context of an operation. */
export interface CommentsContext {
  loaders: CommentLoaders;
  texts: Pick<Texts, 'count'>;
}

export const makeCommentLoaders = (db: Db, texts: Texts): CommentLoaders => ({
  commentsOfGroup: new DataLoader(async (groupIds) => {
    // In turn with the other large reads of the account.
    const comments = await texts.readPosts(async () => {
      const bytes = await bytesOfComments(db, groupIds);
      if (bytes > MAX_READ_BYTES) throw new AppError('ANSWER_TOO_LARGE');
      await texts.reserve(bytes);
      return commentsOfGroups(db, groupIds);
    });
    const ofGroups = byGroup(comments);
    return groupIds.map((id) => ofGroups.get(id) ?? []);
  }),
  openThreadsOfGroup: new DataLoader(async (groupIds) => {
    const counts = new Map((await countOpenThreads(db, groupIds)).map(({ groupId, threads }) => [groupId, threads]));
    return groupIds.map((id) => counts.get(id) ?? 0);
  }),
});
