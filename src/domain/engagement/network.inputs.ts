import { Field, InputType, ObjectType } from 'type-graphql';
import { JSONObject } from '../../foundation/graphql/scalars.js';
import type { ReactionType } from '../../platforms/port/interactions.js';
import { NetworkCommentType, ReactionTypeEnum, UrnTranslationType } from './network.types.js';

const POSTED_ID =
  'The post, which may belong to someone else: `urn:network:share:…`, `urn:network:ugcPost:…` or `urn:network:activity:…`. POSTED_ID_INVALID.';
const PLATFORM_ID = 'The connection to act as: `network-<account id>`. NETWORK_CONNECTION_NOT_FOUND.';

@InputType({ description: 'A new comment.' })
export class AddCommentInput {
  @Field(() => String, { description: PLATFORM_ID })
  platformId: string;

  @Field(() => String, { description: POSTED_ID })
  postedId: string;

  @Field(() => String, {
    description:
      '1 to 1250 characters: COMMENT_EMPTY, COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE. Mentions are `@{urn:network:person:<id>|<name>}` or `…:organization:…`.',
  })
  message: string;

  @Field(() => String, {
    nullable: true,
    description: 'URN of the comment that it replies to. PARENT_COMMENT_INVALID.',
  })
  parentComment?: string | null;
}

@ObjectType({ description: 'Result of addComment.' })
export class AddCommentPayload {
  @Field(() => NetworkCommentType, { description: 'The new comment.' })
  comment: NetworkCommentType;
}

@InputType({ description: 'A comment by the connected account.' })
export class RemoveCommentInput {
  @Field(() => String, { description: PLATFORM_ID })
  platformId: string;

  @Field(() => String, { description: POSTED_ID })
  postedId: string;

  @Field(() => String, { description: 'Number or URN of the comment. COMMENT_ID_INVALID.' })
  commentId: string;
}

@ObjectType({ description: 'Result of removeComment.' })
export class RemoveCommentPayload {
  @Field(() => String, { description: 'The comment id as given.' })
  removedCommentId: string;
}

@InputType({ description: 'A reaction to a post; it replaces an earlier one.' })
export class AddReactionInput {
  @Field(() => String, { description: PLATFORM_ID })
  platformId: string;

  @Field(() => String, { description: POSTED_ID })
  postedId: string;

  @Field(() => ReactionTypeEnum, { description: 'Which reaction.' })
  reactionType: ReactionType;
}

@ObjectType({ description: 'Result of addReaction.' })
export class AddReactionPayload {
  @Field(() => JSONObject, { description: 'The reaction, as returned by the platform.' })
  reaction: Record<string, unknown>;

  @Field(() => UrnTranslationType, {
    nullable: true,
    description: 'Set if postedId was an activity, which was translated to a post.',
  })
  urnTranslated: UrnTranslationType | null;
}

@InputType({ description: 'The reaction of the connected account to a post.' })
export class RemoveReactionInput {
  @Field(() => String, { description: PLATFORM_ID })
  platformId: string;

  @Field(() => String, { description: POSTED_ID })
  postedId: string;
}

@ObjectType({ description: 'Result of removeReaction.' })
export class RemoveReactionPayload {
  @Field(() => UrnTranslationType, {
    nullable: true,
    description: 'Set if postedId was an activity, which was translated to a post.',
  })
  urnTranslated: UrnTranslationType | null;
}
