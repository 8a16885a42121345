// Part of `npm run check`: the style of schema.graphql, by graphql-eslint's rules for schemas, its recommended ones and
// Relay's, where what deviates is named with its reason; and the dashboard's messages, by Lingui's rules that are exact.
import graphql from '@graphql-eslint/eslint-plugin';
import typescript from '@typescript-eslint/parser';
import lingui from 'eslint-plugin-lingui';

/** Parts of the object that leads to them: they cannot be fetched or changed by themselves. Any other type has an `id`. */
const VALUES = [
  // Of members, approvals and comments: parts of the viewer and of a group, and what a link shows.
  ...[
    'Occurrence',
    'OccurrenceProblem',
    'RecurrencePlace',
    'AccountOfPerson',
    'SignedInPerson',
    'ReceivedInvitation',
    'ClientOverview',
    'ClientsSummary',
    'Approval',
    'ApprovalDecision',
  ],
  ...['LimitedMember', 'LimitedMembership'],
  ...['NotificationAction', 'NotificationFact', 'NotificationPreference', 'NotificationState'],
  'PushSubscriptionState',
  ...[
    'ApprovalPolicy',
    'RecoveryPolicy',
    'RecoverablePosts',
    'LinkParameters',
    'LinkRule',
    'Review',
    'ReviewedFile',
    'ReviewedPost',
    'ReviewedText',
  ],
  ...['PostVersion', 'PostEditor', 'PostVersionChange', 'PostVersionLoss'],
  ...['WeeklyTime', 'QueuePlace'],
  ...['FeedEntry', 'FeedFilter', 'FeedPreview', 'FeedPreviewEntry', 'FeedPreviewProblem', 'FeedPreviewText'],
  ...['ImportPreview', 'ImportPreviewColumn', 'ImportPreviewRow', 'ImportProblem', 'ImportAccount', 'ImportTotals'],
  ...['PostImportCounts', 'PostImportRow', 'PostImportUndo'],
  ...['CommentThread', 'TeamComment', 'MentionablePerson'],
  ...['AccountCheck', 'AccountError', 'TwoFactor'],
  ...['AccountUsage', 'ClientUsage', 'UserUsage', 'Plan', 'PlanQuota', 'PlanUsage', 'QuotaUsage', 'StorageUsage'],
  ...['ConnectField', 'ConnectLogin', 'ConnectablePlatform', 'ErrorCodeInfo', 'ErrorDetail'],
  ...[
    'FediverseSettings',
    'MessengerSettings',
    'MicroblogSettings',
    'NetworkSettings',
    'SkyfeedSettings',
    'SocialpageSettings',
  ],
  ...['PhotogramSettings', 'PlatformSettings', 'ShortvideoSettings', 'ThreadtalkSettings', 'VideohubSettings'],
  ...['Framing', 'ImageArea', 'ImagePoint'],
  ...['ContentOverride', 'FirstComment', 'MediaMetadata', 'PlatformPostFailure', 'PlatformPreview', 'PostPart'],
  ...[
    'FirstCommentPreview',
    'LinkPreview',
    'PreviewFile',
    'TextEntity',
    'IntervalOutcomes',
    'PlatformOutcomes',
    'PostOutcomes',
  ],
  ...['PostLogMetadata', 'WebhookAttempt'],
  ...['CreatePostsResult', 'OperationError', 'OperationErrors', 'PostGroupStatusCount', 'RetryResult'],
  ...['ValidationIssue', 'ValidationReport', 'ValidationSummary'],
  ...['AuditActor', 'AuditSubject', 'Banner', 'CalendarFeed', 'OperatorSession'],
  ...['AccountMetricPoint', 'AccountMetrics', 'MetricPoint', 'MetricValues', 'OwnMetric'],
  ...['PostGroupMetrics', 'PostMetrics', 'PostResult'],
  ...['BestTime', 'BestTimes', 'MetricsGroup', 'MetricsPeriod', 'MetricsReport', 'MetricsSum'],
  ...['ReportEmail', 'TopPost'],
  ...['DayCount', 'FollowerGrowth', 'FollowerTotal', 'MetricSeries', 'MetricTotal', 'StatisticFailure'],
];

/** Of a platform, under the ids that it gives. */
const OF_A_PLATFORM = ['ReplyVisibility', 'UrnTranslation'];

export default [
  {
    files: ['schema.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: './schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      // GraphQL itself says what the three root types are.
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          DirectiveDefinition: true,
          ignoredSelectors: ['ObjectTypeDefinition[name.value=/^(Query|Mutation|Subscription)$/]'],
        },
      ],
      // Types without an id: payloads, the parts of a connection, events of a subscription.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          exceptions: {
            suffixes: ['Payload', 'Connection', 'Edge', 'PageInfo', 'ConnectionPage', 'Event'],
            types: [...VALUES, ...OF_A_PLATFORM],
          },
        },
      ],
      // Lists whose length is bounded are lists, such as the targets of a post. A Reply is the platform's and no Node.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
      ],
      // Only postGroups can be read backwards, in each of its orders; the others are read from one end.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
    },
  },
  {
    files: ['dashboard/src/**/*.{ts,tsx}'],
    languageOptions: { parser: typescript, parserOptions: { ecmaFeatures: { jsx: true } } },
    // Comments for other tools name rules that are not here.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: { lingui },
    rules: {
      // Messages are loaded after the modules.
      'lingui/t-call-in-function': 'error',
      'lingui/no-single-variables-to-translate': 'error',
      'lingui/no-single-tag-to-translate': 'error',
      'lingui/no-trans-inside-trans': 'error',
    },
  },
];
