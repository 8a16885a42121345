import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { MediaType } from '../posts/state/media-type.js';
import { PreviewFile } from '../validation/preview.types.js';
import type { ApprovalLink } from './approval-link.repository.js';
import { ApprovalNeed, ApprovalState, Approvers, Decision } from './approvals.js';

registerEnumType(ApprovalNeed, {
  name: 'ApprovalNeed',
  description: 'Whose posts need an approval. API keys have their scopes instead.',
  valuesConfig: {
    NOBODY: { description: 'No requests: people with PUBLISH schedule drafts themselves.' },
    CONTRIBUTORS: { description: 'Contributors ask; people with PUBLISH schedule without asking. The default.' },
    EVERYBODY: { description: 'People schedule only what others have approved: APPROVAL_REQUIRED.' },
  },
});
registerEnumType(Approvers, {
  name: 'Approvers',
  description: 'Who may approve. Nobody approves their own request.',
  valuesConfig: {
    EDITORS: { description: 'Everybody with PUBLISH.' },
    ADMINS: { description: 'Everybody with ADMINISTER.' },
  },
});
registerEnumType(ApprovalState, {
  name: 'ApprovalState',
  description: 'What was decided about a request.',
  valuesConfig: {
    PENDING: { description: 'It waits for a decision.' },
    APPROVED: { description: 'The group was approved and scheduled.' },
    REJECTED: { description: 'The group is to be changed.' },
    OUTDATED: {
      description:
        'What the group publishes was changed since it was requested or approved: requestApproval asks again.',
    },
  },
});
registerEnumType(Decision, {
  name: 'ApprovalDecisionKind',
  description: 'What a person decided.',
  valuesConfig: { APPROVED: { description: 'Approved.' }, REJECTED: { description: 'Rejected.' } },
});

@ObjectType('ApprovalDecision', { description: 'What one person decided about a request.' })
export class ApprovalDecisionType {
  @Field(() => String, { description: 'Name of the person at that time.' })
  decidedBy: string;

  @Field(() => Decision, { description: 'What they decided.' })
  decision: Decision;

  @Field(() => String, { nullable: true, description: 'Their comment; null: none.' })
  comment: string | null;

  @Field(() => DateTime, { description: 'When.' })
  decidedAt: Date;
}

@ObjectType('Approval', { description: 'The latest request to approve a group.' })
export class ApprovalType {
  @Field(() => ID, { description: 'The group.' })
  postGroupId: string;

  @Field(() => ApprovalState, { description: 'What was decided.' })
  state: ApprovalState;

  @Field(() => String, {
    description: 'Name of the person who asked, at that time; of an API client, `An API client`.',
  })
  requestedBy: string;

  @Field(() => DateTime, { description: 'When it was asked for.' })
  requestedAt: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the group is to be published; null: as soon as it is approved.',
  })
  scheduledTime: Date | null;

  @Field(() => [ApprovalDecisionType], { description: 'Decisions about this request, oldest first.' })
  decisions: ApprovalDecisionType[];

  @Field(() => Boolean, {
    description:
      'Whether you may decide about it now: it is pending, the policy lets you approve, and you have neither asked for it nor decided about it. False for programs.',
  })
  mayDecide: boolean;
}

export const ApprovalConnection = connectionOf('Approval', ApprovalType);

@ObjectType('ApprovalPolicy', {
  description:
    'How posts of the account are approved; of a managed user without a policy, that of the account that manages it.',
})
export class ApprovalPolicyType {
  @Field(() => ApprovalNeed, { description: 'Whose posts need an approval.' })
  neededFor: ApprovalNeed;

  @Field(() => Approvers, { description: 'Who may approve.' })
  approvers: Approvers;

  @Field(() => Int, { description: 'How many people have to approve: 1 or 2.' })
  approvals: number;
}

@InputType({ description: 'How posts are approved from now on.' })
export class SetApprovalPolicyInput {
  @Field(() => ApprovalNeed, { description: 'Whose posts need an approval.' })
  neededFor: ApprovalNeed;

  @Field(() => Approvers, { defaultValue: 'EDITORS', description: 'Who may approve.' })
  approvers: Approvers;

  @Field(() => Int, {
    defaultValue: 1,
    description: 'How many people have to approve: 1 or 2. APPROVAL_COUNT_INVALID.',
  })
  approvals: number;
}

@ObjectType({ description: 'Result of setApprovalPolicy.' })
export class SetApprovalPolicyPayload {
  @Field(() => ApprovalPolicyType, { description: 'The policy.' })
  approvalPolicy: ApprovalPolicyType;
}

@InputType({ description: 'The draft to have approved.' })
export class RequestApprovalInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it is to be published. Null: at the time of the draft; without one, as soon as it is approved.',
  })
  scheduledTime?: Date | null;
}

@ObjectType({ description: 'Result of requestApproval.' })
export class RequestApprovalPayload {
  @Field(() => ApprovalType, { description: 'The request.' })
  approval: ApprovalType;
}

@InputType({ description: 'The group to approve.' })
export class ApprovePostInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The `requestedAt` of the request as you know it. If there is another one by now: APPROVAL_OUTDATED.',
  })
  requestedAt?: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it is published, in place of the requested time: APPROVAL_TOO_LATE, if that has passed.',
  })
  scheduledTime?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'For the person who asked: at most 2,000 characters. APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE.',
  })
  comment?: string | null;
}

@ObjectType({ description: 'Result of approvePost.' })
export class ApprovePostPayload {
  @Field(() => PostGroupType, { description: 'The group: scheduled, once enough people have approved it.' })
  postGroup: PostGroupType;
}

@InputType({ description: 'The group to reject.' })
export class RejectPostInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The `requestedAt` of the request as you know it. If there is another one by now: APPROVAL_OUTDATED.',
  })
  requestedAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'For the person who asked: at most 2,000 characters. APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE.',
  })
  comment?: string | null;
}

@ObjectType({ description: 'Result of rejectPost.' })
export class RejectPostPayload {
  @Field(() => PostGroupType, { description: 'The group, which is a draft.' })
  postGroup: PostGroupType;
}

@ObjectType('ApprovalLink', {
  implements: Node,
  description: 'A secret page on which somebody without a login, such as a client, decides about requests.',
})
export class ApprovalLinkType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Whom it is for. Decisions are recorded under this name.' })
  name: string;

  @Field(() => [ID], { description: 'Its groups, at most 20.' })
  postGroupIds: string[];

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When its address becomes invalid.' })
  expiresAt: Date;
}

export const ApprovalLinkConnection = connectionOf('ApprovalLink', ApprovalLinkType);

export const toApprovalLinkType = ({ id, name, groupIds, createdAt, expiresAt }: ApprovalLink): ApprovalLinkType => ({
  id,
  name,
  postGroupIds: groupIds,
  createdAt,
  expiresAt,
});

@InputType({ description: 'A new approval link.' })
export class CreateApprovalLinkInput {
  @Field(() => [ID], { description: 'Groups of the account, 1 to 20. Errors: ID_INVALID, POST_GROUP_NOT_FOUND.' })
  postGroupIds: string[];

  @Field(() => String, {
    description: 'Whom it is for: one line of at most 200 characters. Errors: DISPLAY_NAME_INVALID.',
  })
  name: string;

  @Field(() => Int, { defaultValue: 14, description: 'For how many days it is valid: 1 to 90.' })
  days: number;
}

@ObjectType({ description: 'Result of createApprovalLink.' })
export class CreateApprovalLinkPayload {
  @Field(() => ApprovalLinkType, { description: 'The link.' })
  approvalLink: ApprovalLinkType;

  @Field(() => Url, {
    description: 'The address to send to the person. It is shown only here: everybody who has it can decide.',
  })
  url: string;
}

@InputType({ description: 'The approval link to revoke.' })
export class RevokeApprovalLinkInput {
  @Field(() => ID, { description: 'The link: 24 hexadecimal characters.' })
  approvalLinkId: string;
}

@ObjectType({ description: 'Result of revokeApprovalLink.' })
export class RevokeApprovalLinkPayload {
  @Field(() => ID, { description: 'Id of the revoked link.' })
  revokedApprovalLinkId: string;
}

@ObjectType('ReviewedText', { description: 'A post as it will be published on a platform.' })
export class ReviewedTextType {
  @Field(() => PlatformEnum, { description: 'Where it goes out.' })
  platform: PlatformKey;

  @Field(() => [String], { description: 'The parts of its thread; one if it is none.' })
  parts: string[];

  @Field(() => String, { nullable: true, description: 'The first comment as it is written; null: none.' })
  firstComment: string | null;

  @Field(() => [PreviewFile], {
    description: 'The files of the post as the platform receives them, in the order of `media`.',
    complexity: listOf(4, () => COST.property),
  })
  files: PreviewFile[];
}

@ObjectType('ReviewedFile', { description: 'A file of a post.' })
export class ReviewedFileType {
  @Field(() => MediaType, { description: 'What it is.' })
  type: MediaType;

  @Field(() => Url, { description: 'Where it can be fetched, by anybody.' })
  url: string;

  @Field(() => String, { nullable: true, description: 'Alternative text; null: none.' })
  altText: string | null;
}

@ObjectType('ReviewedPost', { description: 'A request, as the holder of an approval link sees it.' })
export class ReviewedPostType {
  @Field(() => ID, { description: 'The group, for decideWithLink.' })
  postGroupId: string;

  @Field(() => ApprovalState, { description: 'What was decided.' })
  state: ApprovalState;

  @Field(() => String, { description: 'Name of the person who asked.' })
  requestedBy: string;

  @Field(() => DateTime, { description: 'When it was asked for, for decideWithLink.' })
  requestedAt: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it is to be published; null: as soon as it is approved.',
  })
  scheduledTime: Date | null;

  @Field(() => [ReviewedTextType], {
    description: 'The text on each platform. Empty: the post was changed since, and was not requested again.',
  })
  texts: ReviewedTextType[];

  @Field(() => [ReviewedFileType], {
    description: 'Files, in the order in which they are published. Empty as `texts`.',
  })
  media: ReviewedFileType[];

  @Field(() => ApprovalDecisionType, { nullable: true, description: 'What was decided with this link; null: nothing.' })
  decision: ApprovalDecisionType | null;
}

@ObjectType('Review', { description: 'What an approval link shows.' })
export class ReviewType {
  @Field(() => String, { description: 'Name of the account.' })
  accountName: string;

  @Field(() => String, { description: 'Whom the link is for.' })
  name: string;

  @Field(() => DateTime, { description: 'When the link becomes invalid.' })
  expiresAt: Date;

  @Field(() => [ReviewedPostType], { description: 'Its requests, at most 20.' })
  posts: ReviewedPostType[];
}

@InputType({ description: 'A decision of the holder of an approval link.' })
export class DecideWithLinkInput {
  @Field(() => String, { description: 'Token of the address.' })
  token: string;

  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => DateTime, {
    description:
      'The `requestedAt` of the request as the page shows it. If there is another one by now: APPROVAL_OUTDATED.',
  })
  requestedAt: Date;

  @Field(() => Decision, { description: 'Whether it may go out.' })
  decision: Decision;

  @Field(() => String, {
    nullable: true,
    description: 'At most 2,000 characters. APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE.',
  })
  comment?: string | null;
}

@ObjectType({ description: 'Result of decideWithLink.' })
export class DecideWithLinkPayload {
  @Field(() => ReviewType, { description: 'What the link shows now.' })
  review: ReviewType;
}
