import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { COST } from '../../foundation/graphql/cost.js';
import { PageInfo } from '../../foundation/graphql/page-info.types.js';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';

@ObjectType('Reply', { description: 'A reply to a post, as the platform has it now.' })
export class ReplyType {
  @Field(() => ID, { description: '`<platform>:<postedId>`: unique over all platforms.' })
  id: string;

  @Field(() => String, { description: 'The platform’s id of it: the replyId of hideReply and unhideReply.' })
  postedId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Who wrote it, without a leading @; null if the platform does not say.',
  })
  username: string | null;

  @Field(() => String, { description: 'Its text; empty if it has media only.' })
  text: string;

  @Field(() => DateTime, { description: 'When it was published.' })
  createdAt: Date;

  @Field(() => Url, { nullable: true, description: 'Its address; null if the platform provides none.' })
  permalink: string | null;

  @Field(() => Boolean, { description: 'Whether it is hidden. Replies to a hidden reply are hidden with it.' })
  hidden: boolean;

  @Field(() => String, { description: 'What it replies to: the platform’s id of the post or of another reply.' })
  parentId: string;
}

@ObjectType({ description: 'A reply in a list, with its cursor.' })
export class ReplyEdge {
  @Field(() => String, { description: 'Opaque; valid as `after` of a list of the same post.' })
  cursor: string;

  @Field(() => ReplyType, { description: 'The reply at this position.' })
  node: ReplyType;
}

@ObjectType({ description: 'A page of replies. The platform does not report how many replies exist.' })
export class ReplyConnection {
  @Field(() => [ReplyEdge], {
    description: 'Newest first. May have fewer entries than requested, or none, although a next page exists.',
    complexity: COST.property,
  })
  edges: ReplyEdge[];

  @Field(() => PageInfo, {
    description:
      'The cursors of this page. While `hasNextPage` is true, `endCursor` leads to the next page, even if this page is empty.',
  })
  pageInfo: PageInfo;
}

@InputType({ description: 'A reply directly to a post of the connected account.' })
class ReplyToManage {
  @Field(() => String, {
    description: 'The connection whose post it is: `threadtalk-<account id>`. THREADTALK_CONNECTION_NOT_FOUND.',
  })
  platformId: string;

  @Field(() => String, { description: 'The platform’s id of the reply: digits. ID_INVALID.' })
  replyId: string;
}

@InputType({ description: 'The reply to hide.' })
export class HideReplyInput extends ReplyToManage {}

@InputType({ description: 'The reply to show again.' })
export class UnhideReplyInput extends ReplyToManage {}

/** A reply whose other fields are read when they are selected. */
export type LaterReply = {
  [Field in keyof ReplyType]: Field extends 'id' | 'postedId' | 'hidden' ? ReplyType[Field] : Promise<ReplyType[Field]>;
};

const WHEN_NULL =
  'Fields other than `id`, `postedId` and `hidden` are read from the platform after that: null only with FETCH_REPLIES_FAILED.';

@ObjectType({ description: 'Result of hideReply.' })
export class HideReplyPayload {
  @Field(() => ReplyType, { nullable: true, description: `The reply, which is hidden now. ${WHEN_NULL}` })
  reply: LaterReply | null;
}

@ObjectType({ description: 'Result of unhideReply.' })
export class UnhideReplyPayload {
  @Field(() => ReplyType, { nullable: true, description: `The reply, which is shown again. ${WHEN_NULL}` })
  reply: LaterReply | null;
}
