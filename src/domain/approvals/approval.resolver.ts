import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { AnyViewer, CurrentViewer, SessionViewer } from '../identity/graphql/viewer.context.js';
import { ViewerType } from '../identity/graphql/viewer.types.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { changedGroup, type PostsContext, readAnew, shownGroup } from '../posts/graphql/posts.context.js';
import { findPostGroup } from '../posts/state/post-group.repository.js';
import { countWaitingApprovals, policyOf, waitingApprovals } from './approval.repository.js';
import {
  ApprovalConnection,
  ApprovalPolicyType,
  ApprovalType,
  ApprovePostInput,
  ApprovePostPayload,
  RejectPostInput,
  RejectPostPayload,
  RequestApprovalInput,
  RequestApprovalPayload,
  SetApprovalPolicyInput,
  SetApprovalPolicyPayload,
} from './approval.types.js';
import { type Approval, type ApprovalLoaders, type ApprovalsContext, mayDecide } from './approvals.context.js';
import { stateOf } from './approvals.js';
import type { DecideApproval } from './decide-approval.use-case.js';
import type { RequestApproval } from './request-approval.use-case.js';
import type { SetApprovalPolicy } from './set-approval-policy.use-case.js';

const APPROVALS = byTime('approvals');

async function toApprovalType(
  loaders: ApprovalLoaders,
  viewer: Viewer,
  approval: Approval,
  updatedAt: Date,
): Promise<ApprovalType> {
  const { groupId: postGroupId, requestedBy, requestedAt, scheduledTime, decisions } = approval;
  return {
    ...{ postGroupId, state: stateOf(approval, updatedAt), requestedBy, requestedAt, scheduledTime, decisions },
    mayDecide: await mayDecide(loaders, viewer, approval, updatedAt),
  };
}

/** Approvals of posts before they are scheduled. */
@Resolver(() => PostGroupType)
export class ApprovalResolver {
  constructor(
    private readonly needs: {
      db: Db;
      requestApproval: RequestApproval;
      decideApproval: DecideApproval;
      setApprovalPolicy: SetApprovalPolicy;
    },
  ) {}

  @FieldResolver(() => ApprovalType, {
    nullable: true,
    description: 'The latest request to approve it; null if there is none.',
  })
  async approval(
    @Root() { id, updatedAt }: PostGroupType,
    @AnyViewer() viewer: Viewer,
    @Ctx() { loaders }: ApprovalsContext,
  ): Promise<ApprovalType | null> {
    const approval = await loaders.approvalOfGroup.load(id);
    return approval && toApprovalType(loaders, viewer, approval, updatedAt);
  }

  @Query(() => ApprovalConnection, {
    description: 'Requests of your account that wait for a decision, oldest first. Error: PAGE_INVALID.',
  })
  approvals(
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: ApprovalsContext,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<ApprovalType>> {
    const { db } = this.needs;
    const { userId } = viewer;
    return readPage(
      { first, after },
      {
        cursors: APPROVALS,
        positionOf: ({ requestedAt, postGroupId }) => ({ time: requestedAt, id: postGroupId }),
        read: async (page) => {
          const waiting = await waitingApprovals(db, userId, page);
          const approvals = await loaders.approvalOfGroup.loadMany(waiting.map(({ groupId }) => groupId));
          return Promise.all(
            approvals.flatMap((one) =>
              one && !(one instanceof Error) ? [toApprovalType(loaders, viewer, one, one.groupUpdatedAt)] : [],
            ),
          );
        },
        count: () => countWaitingApprovals(db, userId),
      },
    );
  }

  @Mutation(() => RequestApprovalPayload, {
    description:
      'Asks for the approval of a draft as it is now, for a time; asking again replaces the request. Those who may approve are notified by e-mail. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, APPROVAL_NOT_OF_DRAFT, APPROVALS_OFF.',
    complexity: COST.recorded,
  })
  async requestApproval(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => RequestApprovalInput, { description: 'The draft and the time.' }) input: RequestApprovalInput,
    @Ctx() { loaders }: ApprovalsContext,
  ): Promise<RequestApprovalPayload> {
    const groupId = parseId('postGroupId', input.postGroupId);
    const approval = await this.needs.requestApproval(viewer, { groupId, scheduledTime: input.scheduledTime ?? null });
    loaders.approvalOfGroup.clear(groupId);
    const requested = { ...approval, decisions: [] };
    return { approval: await toApprovalType(loaders, viewer, requested, approval.groupUpdatedAt) };
  }

  @Mutation(() => ApprovePostPayload, {
    description:
      'Approves what was requested. The last approval that the policy needs schedules the group in the same transaction; a group that is to go out as soon as it is approved goes out now. A group whose time has passed is not sent: choose another time. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, POST_GROUP_NOT_FOUND, APPROVAL_NOT_PENDING, APPROVAL_OUTDATED, APPROVAL_OF_OWN, APPROVAL_DECIDED_BEFORE, APPROVAL_TOO_LATE, APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_NOT_FOUND, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, POST_GROUP_NOT_UPDATABLE.',
    complexity: COST.storedText,
  })
  async approvePost(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => ApprovePostInput, { description: 'The group.' }) input: ApprovePostInput,
    @Ctx() context: PostsContext & ApprovalsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ApprovePostPayload> {
    const groupId = parseId('postGroupId', input.postGroupId);
    const { comment = null, scheduledTime = null, requestedAt = null } = input;
    await this.needs.decideApproval.approve(viewer, { groupId, requestedAt, comment, scheduledTime });
    return { postGroup: await this.decided(viewer, groupId, context, info) };
  }

  @Mutation(() => RejectPostPayload, {
    description:
      'Rejects what was requested: the group stays a draft, to be changed and requested again. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, POST_GROUP_NOT_FOUND, APPROVAL_NOT_PENDING, APPROVAL_OUTDATED, APPROVAL_OF_OWN, APPROVAL_DECIDED_BEFORE, APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE.',
    complexity: COST.recorded,
  })
  async rejectPost(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RejectPostInput, { description: 'The group.' }) input: RejectPostInput,
    @Ctx() context: PostsContext & ApprovalsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RejectPostPayload> {
    const groupId = parseId('postGroupId', input.postGroupId);
    const { comment = null, requestedAt = null } = input;
    await this.needs.decideApproval.reject(viewer, { groupId, requestedAt, comment });
    return { postGroup: await this.decided(viewer, groupId, context, info) };
  }

  @Mutation(() => SetApprovalPolicyPayload, {
    description:
      'Sets how posts of the account, or of the managed user that you act for, are approved. Dashboard sessions only. Errors: SESSION_REQUIRED, APPROVAL_COUNT_INVALID.',
    complexity: COST.recorded,
  })
  async setApprovalPolicy(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => SetApprovalPolicyInput, { description: 'The policy.' }) input: SetApprovalPolicyInput,
  ): Promise<SetApprovalPolicyPayload> {
    await this.needs.setApprovalPolicy(viewer, input);
    return { approvalPolicy: await policyOf(this.needs.db, viewer) };
  }

  private async decided(
    { userId }: Viewer,
    groupId: string,
    context: PostsContext & ApprovalsContext,
    info: GraphQLResolveInfo,
  ): Promise<PostGroupType> {
    context.loaders.approvalOfGroup.clear(groupId);
    readAnew(context);
    const group = await findPostGroup(this.needs.db, userId, groupId);
    const shown = group && (await changedGroup(info, context, group));
    if (!shown) throw new AppError('POST_GROUP_NOT_FOUND');
    return shown;
  }
}

@Resolver(() => ViewerType)
export class ApprovalPolicyResolver {
  constructor(private readonly needs: { db: Db }) {}

  @FieldResolver(() => ApprovalPolicyType, { description: 'How posts of the account are approved.' })
  approvalPolicy(@CurrentViewer() viewer: Viewer): Promise<ApprovalPolicyType> {
    return policyOf(this.needs.db, viewer);
  }
}

@Resolver(() => ApprovalType)
export class ApprovalGroupResolver {
  @FieldResolver(() => PostGroupType, { nullable: true, description: 'The group; null if it was removed meanwhile.' })
  async postGroup(
    @Root() { postGroupId }: ApprovalType,
    @CurrentViewer() { userId }: Viewer,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    const group = await shownGroup(info, context, postGroupId);
    return group?.userId === userId ? group : null;
  }
}
