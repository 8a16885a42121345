import { Arg, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  oldestFirst,
  pageOf,
} from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { SessionViewer } from '../identity/graphql/viewer.context.js';
import { knownPlatform } from '../platforms/platform.types.js';
import {
  ApprovalLinkConnection,
  type ApprovalLinkType,
  CreateApprovalLinkInput,
  CreateApprovalLinkPayload,
  DecideWithLinkInput,
  DecideWithLinkPayload,
  ReviewType,
  RevokeApprovalLinkInput,
  RevokeApprovalLinkPayload,
  toApprovalLinkType,
} from './approval.types.js';
import { openApprovalLinks } from './approval-link.repository.js';
import { stateOf } from './approvals.js';
import type { ManageApprovalLinks } from './manage-approval-links.use-case.js';
import type { OpenApprovalLink, Review } from './open-approval-link.use-case.js';

const LINKS = byTime('approvalLinks');

const toReviewType = ({ accountName, link, posts }: Review): ReviewType => ({
  accountName,
  name: link.name,
  expiresAt: link.expiresAt,
  posts: posts.map(({ group, approval, decision, texts, media }) => ({
    postGroupId: group.id,
    state: stateOf(approval, group.updatedAt),
    requestedBy: approval.requestedBy,
    requestedAt: approval.requestedAt,
    scheduledTime: approval.scheduledTime,
    texts: texts.flatMap(({ platform, ...text }) => {
      const known = knownPlatform(platform);
      return known ? [{ ...text, platform: known }] : [];
    }),
    media: media.map(({ type, urlPure: url, altText }) => ({ type, url, altText })),
    decision,
  })),
});

/** Approval links: for those who create them, and for those who open them. */
@Resolver()
export class ApprovalLinkResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      approvalLinks: ManageApprovalLinks;
      openApprovalLink: OpenApprovalLink;
    },
  ) {}

  @Query(() => ApprovalLinkConnection, {
    description:
      'Approval links that are valid, oldest first; at most 100. Dashboard sessions only. Errors: SESSION_REQUIRED, PAGE_INVALID.',
  })
  async approvalLinks(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<ApprovalLinkType>> {
    const { db, clock } = this.needs;
    return pageOf({ first, after }, (await openApprovalLinks(db, viewer, clock())).map(toApprovalLinkType), {
      cursors: LINKS,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Query(() => ReviewType, {
    description: 'What an approval link shows. It needs no session. Error: APPROVAL_LINK_INVALID.',
    complexity: COST.text,
  })
  async review(
    @Arg('token', () => String, { description: 'Token of the address.' }) token: string,
  ): Promise<ReviewType> {
    return toReviewType(await this.needs.openApprovalLink.read({ token }));
  }

  @Mutation(() => CreateApprovalLinkPayload, {
    description:
      'Creates a secret page for somebody without a login, such as a client: it shows the posts as they will be published, and takes an approval or a rejection of each request. It counts as one approval. Those who may approve create one; where everybody needs an approval, those who set the policy. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, POST_GROUP_NOT_FOUND, APPROVAL_LINK_INVALID_INPUT, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, APPROVAL_LINK_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  async createApprovalLink(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => CreateApprovalLinkInput, { description: 'The link.' }) input: CreateApprovalLinkInput,
  ): Promise<CreateApprovalLinkPayload> {
    const groupIds = input.postGroupIds.map((id) => parseId('postGroupIds', id));
    const { link, url } = await this.needs.approvalLinks.create(viewer, { ...input, groupIds });
    return { approvalLink: toApprovalLinkType(link), url };
  }

  @Mutation(() => RevokeApprovalLinkPayload, {
    description:
      'Makes the address of an approval link invalid. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, APPROVAL_LINK_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async revokeApprovalLink(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RevokeApprovalLinkInput, { description: 'The link.' }) input: RevokeApprovalLinkInput,
  ): Promise<RevokeApprovalLinkPayload> {
    const revokedApprovalLinkId = parseId('approvalLinkId', input.approvalLinkId);
    await this.needs.approvalLinks.revoke(viewer, revokedApprovalLinkId);
    return { revokedApprovalLinkId };
  }

  @Mutation(() => DecideWithLinkPayload, {
    description:
      'Approves or rejects a request of an approval link, once each. It needs no session. Errors: APPROVAL_LINK_INVALID, ID_INVALID, POST_GROUP_NOT_FOUND, APPROVAL_NOT_PENDING, APPROVAL_OUTDATED, APPROVAL_DECIDED_BEFORE, APPROVAL_TOO_LATE, APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE, APPROVAL_NOT_SCHEDULABLE.',
    complexity: COST.storedText,
  })
  async decideWithLink(
    @Arg('input', () => DecideWithLinkInput, { description: 'The decision.' }) input: DecideWithLinkInput,
  ): Promise<DecideWithLinkPayload> {
    const { token, decision, requestedAt, comment = null } = input;
    const groupId = parseId('postGroupId', input.postGroupId);
    const review = await this.needs.openApprovalLink.decide({ token, groupId, requestedAt, decision, comment });
    return { review: toReviewType(review) };
  }
}
