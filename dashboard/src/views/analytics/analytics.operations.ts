import { graphql, type ResultOf } from '../../api/graphql.js';
import { METRIC_VALUES, METRICS_SUM } from '../../metrics/metrics.operations.js';

/** The sums of a period, against those of the period before, and by day, week or month. */
export const OVERVIEW = graphql(
  `
    query AnalyticsOverview($filter: MetricsFilter!, $interval: MetricsGrouping!) {
      metrics(filter: $filter, groupBy: $interval, compare: true) {
        total {
          ...MetricsSumFields
        }
        previous {
          ...MetricsSumFields
        }
        comparedWith {
          from
          to
        }
        groups {
          key
          total {
            ...MetricsSumFields
          }
        }
      }
      postGroupCounts {
        status
        count
      }
    }
  `,
  [METRICS_SUM],
);

export type Report = NonNullable<ResultOf<typeof OVERVIEW>['metrics']>;

export const GROUPS = graphql(
  `
    query AnalyticsGroups($filter: MetricsFilter!, $by: MetricsGrouping!) {
      metrics(filter: $filter, groupBy: $by, compare: true) {
        groups {
          key
          name
          total {
            ...MetricsSumFields
          }
          previous {
            ...MetricsSumFields
          }
        }
      }
    }
  `,
  [METRICS_SUM],
);

export type Group = NonNullable<ResultOf<typeof GROUPS>['metrics']>['groups'][number];

export const TOP_POSTS = graphql(
  `
    query TopPosts($filter: MetricsFilter!, $by: PostMetric!) {
      topPosts(filter: $filter, by: $by, first: 10) {
        post {
          id
          platformId
          platformKey
          url
          publishedAt
          content
          account {
            id
            username
            displayName
            picturePath
          }
        }
        postGroup {
          id
        }
        values {
          ...MetricValuesFields
        }
      }
    }
  `,
  [METRIC_VALUES],
);

export type TopPost = NonNullable<ResultOf<typeof TOP_POSTS>['topPosts']>[number];

export const BEST_TIMES = graphql(`
  query BestTimes($filter: MetricsFilter!, $by: PostMetric!) {
    bestTimes(filter: $filter, by: $by) {
      posts
      isEnough
      needed
      timeZone
      period {
        from
        to
      }
      hours {
        weekday
        hour
        posts
        average
        confidence
      }
      proposals {
        weekday
        hour
        posts
        average
        confidence
      }
    }
  }
`);

export type BestTimes = NonNullable<ResultOf<typeof BEST_TIMES>['bestTimes']>;
export type BestTime = BestTimes['hours'][number];

/** The schedules to which a time can be added: an account has at most 50. */
export const SCHEDULES = graphql(`
  query SchedulesForTimes {
    postingSchedules(first: 50) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

/** The people who write in the account. */
export const AUTHORS = graphql(`
  query Authors {
    viewer {
      id
      mentionable {
        memberId
        name
      }
    }
  }
`);

/** Whether accounts give their numbers. */
export const ACCESS = graphql(`
  query MetricsAccess($filter: ConnectedAccountFilter!) {
    connectedAccounts(filter: $filter, first: 50) {
      edges {
        node {
          id
          platform
          platformId
          username
          displayName
          picturePath
          tokenStatus
          renewsAutomatically
          metrics {
            state
            missingScopes
          }
        }
      }
    }
  }
`);

export type MeasuredAccount = NonNullable<ResultOf<typeof ACCESS>['connectedAccounts']>['edges'][number]['node'];

/** The followers of an account. */
export const FOLLOWERS = graphql(`
  query Followers($platformId: String!, $from: LocalDate!, $to: LocalDate!) {
    connectedAccount(platformId: $platformId) {
      id
      metrics(from: $from, to: $to, interval: DAY) {
        state
        followers
        points {
          date
          followers
        }
      }
    }
  }
`);
