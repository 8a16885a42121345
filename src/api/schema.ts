import 'reflect-metadata';
import { Repeater } from '@repeaterjs/repeater';
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isInterfaceType,
  isNonNullType,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
  specifiedDirectives,
} from 'graphql';
import { buildSchemaSync, type ClassType, getMetadataStorage } from 'type-graphql';
import { AccountUsageResolver } from '../domain/accounts/account-usage.resolver.js';
import { ConnectionResolver } from '../domain/accounts/connection.resolver.js';
import { ViewerConnectionsResolver } from '../domain/accounts/viewer-connections.resolver.js';
import { AdditionResolver } from '../domain/additions/addition.resolver.js';
import {
  ApprovalGroupResolver,
  ApprovalPolicyResolver,
  ApprovalResolver,
} from '../domain/approvals/approval.resolver.js';
import { ApprovalLinkResolver } from '../domain/approvals/approval-link.resolver.js';
import { BannerResolver } from '../domain/banner/banner.resolver.js';
import { CalendarFeedResolver } from '../domain/calendar/calendar-feed.resolver.js';
import { ClientOverviewResolver } from '../domain/clients/client-overview.resolver.js';
import { ClientUsageResolver } from '../domain/clients/client-usage.resolver.js';
import { CommentResolver, MentionableResolver, TeamCommentResolver } from '../domain/comments/comment.resolver.js';
import { InteractionResolver } from '../domain/engagement/network.resolver.js';
import {
  ConnectionRepliesResolver,
  ManageRepliesResolver,
  PostRepliesResolver,
} from '../domain/engagement/replies.resolver.js';
import { ConnectionStatisticsResolver, PostStatisticsResolver } from '../domain/engagement/statistics.resolver.js';
import { UnpublishResolver } from '../domain/engagement/unpublish.resolver.js';
import { FeedResolver } from '../domain/feeds/feed.resolver.js';
import { PostHistoryResolver, PostVersionResolver } from '../domain/history/post-version.resolver.js';
import { assertMayMutate, LEAVE } from '../domain/identity/access/operator-session.js';
import type { Viewer } from '../domain/identity/access/viewer.js';
import { AccountResolver } from '../domain/identity/graphql/account.resolver.js';
import { ApplicationResolver } from '../domain/identity/graphql/application.resolver.js';
import { AuditLogResolver } from '../domain/identity/graphql/audit-log.resolver.js';
import { EmailAndPasswordResolver } from '../domain/identity/graphql/email-and-password.resolver.js';
import { SecondFactorResolver } from '../domain/identity/graphql/second-factor.resolver.js';
import { SessionResolver } from '../domain/identity/graphql/session.resolver.js';
import type { ViewerContext } from '../domain/identity/graphql/viewer.context.js';
import { SignInPayloadResolver, ViewerResolver } from '../domain/identity/graphql/viewer.resolver.js';
import { ImportResolver } from '../domain/imports/import.resolver.js';
import { FileLabelsResolver, LabelResolver, PostLabelsResolver } from '../domain/labels/label.resolver.js';
import { LibraryResolver } from '../domain/library/library.resolver.js';
import { MediaGroupResolver, MediaResolver } from '../domain/media/media.resolver.js';
import { LimitedMemberResolver } from '../domain/members/limited-member.resolver.js';
import {
  InvitationResolver,
  MemberResolver,
  SignedInPersonResolver,
  ViewerMemberResolver,
} from '../domain/members/member.resolver.js';
import {
  AccountMetricsResolver,
  GroupMetricsResolver,
  PostMetricsResolver,
} from '../domain/metrics/metrics.resolver.js';
import { MetricsReportResolver } from '../domain/metrics/metrics-report.resolver.js';
import { PostResultResolver, PostResultsCsvResolver } from '../domain/metrics/post-results.resolver.js';
import { NotificationResolver } from '../domain/notifications/notification.resolver.js';
import { PushResolver } from '../domain/notifications/push.resolver.js';
import { ExportResolver } from '../domain/owner/export.resolver.js';
import { RemovalResolver } from '../domain/owner/removal.resolver.js';
import { FirstCommentResolver, PlatformPostCommentResolver } from '../domain/posts/graphql/first-comment.resolver.js';
import { PostAccountResolver } from '../domain/posts/graphql/post-account.resolver.js';
import {
  PlatformPostActionsResolver,
  PostGroupActionsResolver,
} from '../domain/posts/graphql/post-actions.resolver.js';
import { PlatformPostResolver, PostGroupResolver } from '../domain/posts/graphql/post-group.resolver.js';
import { PostLogEntryResolver, PostLogResolver } from '../domain/posts/graphql/post-log.resolver.js';
import { PostOutcomesResolver } from '../domain/posts/graphql/post-outcomes.resolver.js';
import { LiveResolver, ProgressEventResolver } from '../domain/posts/graphql/post-progress.resolver.js';
import { SeveralPostsResolver } from '../domain/posts/graphql/several-posts.resolver.js';
import { RecoveryPolicyResolver, RecoveryResolver } from '../domain/recovery/recovery.resolver.js';
import {
  OccurrenceResolver,
  RecurrencePlaceResolver,
  RecurrenceResolver,
} from '../domain/recurrences/recurrence.resolver.js';
import { ReportEmailResolver } from '../domain/reports/report-email.resolver.js';
import { ReportLinkResolver } from '../domain/reports/report-link.resolver.js';
import { PostingScheduleResolver } from '../domain/schedules/posting-schedule.resolver.js';
import { QueuePlaceResolver } from '../domain/schedules/queue-place.resolver.js';
import { SnippetResolver } from '../domain/snippets/snippet.resolver.js';
import { PlanUsageResolver, QuotaUsageResolver, UsageResolver } from '../domain/usage/usage.resolver.js';
import {
  LinkPreviewResolver,
  PlatformPreviewResolver,
  PostPartResolver,
} from '../domain/validation/preview.resolver.js';
import { ValidationResolver } from '../domain/validation/validation.resolver.js';
import { WebhookResolver } from '../domain/webhooks/webhook.resolver.js';
import { WebhookDeliveriesResolver, WebhookDeliveryResolver } from '../domain/webhooks/webhook-delivery.resolver.js';
import { WorkspaceResolver } from '../domain/workspaces/workspace.resolver.js';
import { directivesOf, FIELD_DIRECTIVES, markNullOnlyWithError } from '../foundation/graphql/directives.js';
import { ErrorCodesResolver } from './error-codes.resolver.js';
import { NodeResolver } from './node.resolver.js';

type Needs<Resolver extends new (needs: never) => object> = ConstructorParameters<Resolver>[0];

export type ResolverNeeds = Needs<typeof ViewerResolver> &
  Needs<typeof BannerResolver> &
  Needs<typeof AccountResolver> &
  Needs<typeof ApplicationResolver> &
  Needs<typeof SessionResolver> &
  Needs<typeof SecondFactorResolver> &
  Needs<typeof EmailAndPasswordResolver> &
  Needs<typeof RemovalResolver> &
  Needs<typeof MemberResolver> &
  Needs<typeof LimitedMemberResolver> &
  Needs<typeof NotificationResolver> &
  Needs<typeof PushResolver> &
  Needs<typeof ApprovalResolver> &
  Needs<typeof ApprovalLinkResolver> &
  Needs<typeof PostHistoryResolver> &
  Needs<typeof CommentResolver> &
  Needs<typeof LabelResolver> &
  Needs<typeof LibraryResolver> &
  Needs<typeof RecoveryResolver> &
  Needs<typeof PostingScheduleResolver> &
  Needs<typeof RecurrenceResolver> &
  Needs<typeof ExportResolver> &
  Needs<typeof UsageResolver> &
  Needs<typeof PlanUsageResolver> &
  Needs<typeof ConnectionResolver> &
  Needs<typeof ViewerConnectionsResolver> &
  Needs<typeof WorkspaceResolver> &
  Needs<typeof ClientOverviewResolver> &
  Needs<typeof ClientUsageResolver> &
  Needs<typeof MediaResolver> &
  Needs<typeof ValidationResolver> &
  Needs<typeof LinkPreviewResolver> &
  Needs<typeof PostGroupResolver> &
  Needs<typeof SeveralPostsResolver> &
  Needs<typeof PostAccountResolver> &
  Needs<typeof CalendarFeedResolver> &
  Needs<typeof InteractionResolver> &
  Needs<typeof ConnectionStatisticsResolver> &
  Needs<typeof ManageRepliesResolver> &
  Needs<typeof UnpublishResolver> &
  Needs<typeof SnippetResolver> &
  Needs<typeof AdditionResolver> &
  Needs<typeof FeedResolver> &
  Needs<typeof ImportResolver> &
  Needs<typeof AccountMetricsResolver> &
  Needs<typeof MetricsReportResolver> &
  Needs<typeof PostResultResolver> &
  Needs<typeof ReportEmailResolver> &
  Needs<typeof ReportLinkResolver> &
  Needs<typeof WebhookResolver> &
  Needs<typeof WebhookDeliveryResolver> &
  Needs<typeof ErrorCodesResolver> &
  Needs<typeof NodeResolver> & { noteOperator: NoteOperator };

/** Records a mutation, once it has succeeded, of an operator who is signed in as another account. */
type NoteOperator = (viewer: Viewer, mutation: string) => Promise<void>;

const RESOLVERS = [
  ViewerResolver,
  SignInPayloadResolver,
  BannerResolver,
  AccountResolver,
  ApplicationResolver,
  SessionResolver,
  SecondFactorResolver,
  EmailAndPasswordResolver,
  MemberResolver,
  LimitedMemberResolver,
  InvitationResolver,
  SignedInPersonResolver,
  ViewerMemberResolver,
  NotificationResolver,
  PushResolver,
  ApprovalResolver,
  ApprovalPolicyResolver,
  ApprovalGroupResolver,
  ApprovalLinkResolver,
  PostHistoryResolver,
  PostVersionResolver,
  CommentResolver,
  TeamCommentResolver,
  MentionableResolver,
  LabelResolver,
  LibraryResolver,
  PostLabelsResolver,
  FileLabelsResolver,
  RecoveryResolver,
  RecoveryPolicyResolver,
  PostingScheduleResolver,
  QueuePlaceResolver,
  RecurrenceResolver,
  OccurrenceResolver,
  RecurrencePlaceResolver,
  ClientOverviewResolver,
  ClientUsageResolver,
  RemovalResolver,
  ExportResolver,
  AuditLogResolver,
  UsageResolver,
  PlanUsageResolver,
  QuotaUsageResolver,
  AccountUsageResolver,
  ConnectionResolver,
  ViewerConnectionsResolver,
  WorkspaceResolver,
  MediaResolver,
  MediaGroupResolver,
  ValidationResolver,
  LinkPreviewResolver,
  PostPartResolver,
  PlatformPreviewResolver,
  PostGroupResolver,
  PlatformPostResolver,
  PostAccountResolver,
  SeveralPostsResolver,
  CalendarFeedResolver,
  PostGroupActionsResolver,
  PlatformPostActionsResolver,
  PlatformPostCommentResolver,
  FirstCommentResolver,
  PostLogResolver,
  PostLogEntryResolver,
  PostOutcomesResolver,
  InteractionResolver,
  ConnectionStatisticsResolver,
  PostStatisticsResolver,
  ManageRepliesResolver,
  ConnectionRepliesResolver,
  PostRepliesResolver,
  UnpublishResolver,
  SnippetResolver,
  AdditionResolver,
  FeedResolver,
  ImportResolver,
  PostMetricsResolver,
  GroupMetricsResolver,
  AccountMetricsResolver,
  MetricsReportResolver,
  PostResultResolver,
  PostResultsCsvResolver,
  ReportEmailResolver,
  ReportLinkResolver,
  WebhookResolver,
  WebhookDeliveryResolver,
  WebhookDeliveriesResolver,
  LiveResolver,
  ProgressEventResolver,
  ErrorCodesResolver,
  NodeResolver,
] as const;

/** The executable schema, with resolvers constructed from their dependencies. */
export function makeSchema(needs: ResolverNeeds): GraphQLSchema {
  const instances = new Map<ClassType, object>(RESOLVERS.map((Resolver) => [Resolver, new Resolver(needs)]));
  // Fields without a resolver read a property, and need no function of TypeGraphQL around that.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  const schema = buildSchemaSync({
    resolvers: [...RESOLVERS],
    container: { get: (resolver: ClassType) => instances.get(resolver) },
    validate: false,
    // It would run the introspection query at every start; Apollo Server asserts that the schema is valid.
    skipCheck: true,
    directives: [...specifiedDirectives, ...FIELD_DIRECTIVES],
    // Required by TypeGraphQL for subscriptions; ours use their own streams and no topics.
    pubSub: { publish: () => undefined, subscribe: () => new Repeater(() => undefined) },
  });
  // Nothing is resolved in an interface: its field costs what a property does.
  for (const type of Object.values(schema.getTypeMap()).filter(isInterfaceType)) {
    for (const field of Object.values(type.getFields())) delete field.resolve;
  }
  guardMutations(schema, needs.noteOperator);
  makeRootsNullable(schema);
  describeRoots(schema);
  return schema;
}

/** What an operator who is signed in as another account must not do is refused, over each transport; the rest is recorded. */
function guardMutations(schema: GraphQLSchema, noteOperator: NoteOperator): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name, resolve } = field;
    field.resolve = async (source, args, context: ViewerContext, info) => {
      // Who needs a viewer and has none is refused by the field itself.
      const viewer = await context.viewer().catch(() => null);
      if (viewer) assertMayMutate(viewer, name);
      const result = await resolve?.(source, args, context, info);
      if (viewer?.session?.operator && name !== LEAVE) await noteOperator(viewer, name);
      return result;
    };
  }
}

/** A root field that fails is null, and leaves the data of the others: GraphQL passes an error on to the next nullable parent. */
function makeRootsNullable(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (isNonNullType(field.type)) markNullOnlyWithError(field);
      field.type = getNullableType(field.type);
    }
  }
}

/** TypeGraphQL has no descriptions of the root types. */
function describeRoots(schema: GraphQLSchema): void {
  for (const [root, description] of [
    [
      schema.getQueryType(),
      'Reads data. A field that fails is null; the other fields keep their data. A field that finds no such object in your account is null without an error.',
    ],
    [
      schema.getMutationType(),
      'Changes data, one field after the other. A field that fails is null; the other fields keep their data. The description of each field lists its errors.',
    ],
    [
      schema.getSubscriptionType(),
      'What can be followed, over a web socket (graphql-transport-ws) at the same address. A stream ends with an error when access ends.',
    ],
  ] as const) {
    if (root) root.description = description;
  }
}

/** The schema as frontends see it: the text of schema.graphql. */
export function printedSchema(schema: GraphQLSchema): string {
  const text = printSchema(lexicographicSortSchema(schema));
  const pieces: string[] = [];
  let printed = 0;
  // printSchema leaves out directives: they follow the type of their field.
  for (const definition of parse(text).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const type = schema.getType(definition.name.value) as GraphQLObjectType;
    for (const { name, loc } of definition.fields ?? []) {
      const field = type.getFields()[name.value];
      if (!field || !loc) continue;
      pieces.push(text.slice(printed, loc.end), directivesOf(type.name, field));
      printed = loc.end;
    }
  }
  return `${pieces.join('')}${text.slice(printed)}\n`;
}
