import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../foundation/graphql/scalars.js';

@ObjectType('MentionablePerson', {
  description: 'A person whom comments can mention: a member of the account, or of the one that manages it.',
})
export class MentionablePersonType {
  @Field(() => ID, { description: 'Of the person: 24 hexadecimal characters.' })
  memberId: string;

  @Field(() => String, { description: 'Name; in a comment, at that time.' })
  name: string;
}

@ObjectType('TeamComment', { description: 'What a person wrote about a group to the others who work on it.' })
export class TeamCommentType {
  @Field(() => ID, { description: 'For editTeamComment and deleteTeamComment: 24 hexadecimal characters.' })
  commentId: string;

  @Field(() => String, {
    description: 'Name of the person who wrote it, at that time. The person may have left since.',
  })
  author: string;

  /** Shown by the resolver, which counts it. */
  body: string;

  @Field(() => [MentionablePersonType], { description: 'The people whom it mentions, by name.' })
  mentions: MentionablePersonType[];

  @Field(() => DateTime, { description: 'When it was written.' })
  createdAt: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was last edited; null: never.' })
  editedAt: Date | null;

  @Field(() => Boolean, { description: 'Whether you may edit it: you wrote it. False for programs.' })
  mayEdit: boolean;

  @Field(() => Boolean, {
    description: 'Whether you may delete it: you wrote it, or you have ADMINISTER. False for programs.',
  })
  mayDelete: boolean;
}

@ObjectType('CommentThread', { description: 'Comments that reply to one another.' })
export class CommentThreadType {
  @Field(() => ID, { description: 'Of the comment that begins it: 24 hexadecimal characters.' })
  threadId: string;

  @Field(() => DateTime, { nullable: true, description: 'When it was resolved; null: it is open.' })
  resolvedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Name of the person who resolved it, at that time.' })
  resolvedBy: string | null;

  @Field(() => [TeamCommentType], { description: 'Its comments, oldest first.' })
  comments: TeamCommentType[];
}

const BODY = 'Plain text of 1 to 2,000 characters. TEAM_COMMENT_BODY_INVALID, TEXT_NOT_PUBLISHABLE.';
const MENTIONS =
  'People whom it mentions, by `memberId` of Viewer.mentionable: at most 20. TEAM_COMMENT_MENTIONS_INVALID.';

@InputType({ description: 'A new comment.' })
export class AddTeamCommentInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The thread that it replies to; it is open then. Null: it begins one. COMMENT_THREAD_NOT_FOUND.',
  })
  threadId?: string | null;

  @Field(() => String, { description: BODY })
  body: string;

  @Field(() => [ID], { defaultValue: [], description: MENTIONS })
  mentions: string[];
}

@ObjectType({ description: 'Result of addTeamComment.' })
export class AddTeamCommentPayload {
  @Field(() => TeamCommentType, { description: 'What you wrote.' })
  comment: TeamCommentType;
}

@InputType({ description: 'What a comment that you wrote says from now on.' })
export class EditTeamCommentInput {
  @Field(() => ID, { description: 'The comment: 24 hexadecimal characters. TEAM_COMMENT_NOT_FOUND.' })
  commentId: string;

  @Field(() => String, { description: BODY })
  body: string;

  @Field(() => [ID], { defaultValue: [], description: MENTIONS })
  mentions: string[];
}

@ObjectType({ description: 'Result of editTeamComment.' })
export class EditTeamCommentPayload {
  @Field(() => TeamCommentType, { description: 'What it is now.' })
  comment: TeamCommentType;
}

@InputType({ description: 'The comment to delete.' })
export class DeleteTeamCommentInput {
  @Field(() => ID, { description: 'The comment: 24 hexadecimal characters. TEAM_COMMENT_NOT_FOUND.' })
  commentId: string;
}

@ObjectType({ description: 'Result of deleteTeamComment.' })
export class DeleteTeamCommentPayload {
  @Field(() => ID, { description: 'The comment.' })
  deletedCommentId: string;
}

@InputType({ description: 'The thread to resolve, or to open again.' })
export class ResolveCommentThreadInput {
  @Field(() => ID, { description: 'The thread: 24 hexadecimal characters. COMMENT_THREAD_NOT_FOUND.' })
  threadId: string;

  @Field(() => Boolean, { defaultValue: true, description: 'False opens it again.' })
  resolved: boolean;
}

@ObjectType({ description: 'Result of resolveCommentThread.' })
export class ResolveCommentThreadPayload {
  @Field(() => CommentThreadType, { description: 'With its comments.' })
  thread: CommentThreadType;
}
