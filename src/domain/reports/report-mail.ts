/** A report as an e-mail. */
import { nameOf } from '../../foundation/http/page.js';
import { type MailContent, type MailFacts, nameInMail } from '../../mail/mail-content.js';
import type { MetricsSum } from '../metrics/report-metrics.use-case.js';
import { pageInAccount } from '../notifications/notifications.js';
import type { SentFrequency } from './report-periods.js';
import {
  changeInWords,
  daysInWords,
  givenMetrics,
  hoursInWords,
  lastDayOf,
  METRIC_NAMES,
  NOT_GIVEN,
  numberInWords,
  timeInWords,
} from './report-words.js';
import type { FrozenReport, ReportedPost } from './reports.js';

/** Top posts of an e-mail. */
const MAX_POSTS = 5;

interface MailedReport {
  userId: string;
  accountName: string;
  frequency: SentFrequency;
  report: FrozenReport;
}

const WORDS = { WEEKLY: ['Weekly', 'week'], MONTHLY: ['Monthly', 'month'] } as const;

/** The report of a period in which something was published. `unsubscribe`: the page to have no more of these. */
export function reportMail(
  to: { email: string },
  { userId, accountName, frequency, report }: MailedReport,
  unsubscribe: string,
): MailContent {
  const { from, timeZone, total, previous, comparedWith, topPosts, bestTimes } = report;
  const [title, period] = WORDS[frequency];
  const last = lastDayOf(report.to);
  const days = daysInWords(report);
  const posts = topPosts.slice(0, MAX_POSTS).map((post, index) => topPost(post, index, timeZone));
  return {
    ...{ to: to.email, unsubscribe },
    subject: `${title} report of ${nameInMail(accountName)}: ${days}`,
    blocks: [
      `${published(total.posts)} in the ${period} from ${days} (${timeZone}).`,
      sums(total, previous),
      ...(posts.length > 0 ? ['The posts with the most engagements:', { facts: posts }] : []),
      ...(bestTimes.proposals.length > 0
        ? [`The best times, by the posts of ${daysInWords(bestTimes.period)}: ${hoursInWords(bestTimes.proposals)}.`]
        : []),
      `Numbers are as the platforms gave them until now; ${NOT_GIVEN} was not given.${comparedWith ? ` “Before” is ${daysInWords(comparedWith)}.` : ''}`,
      { label: 'Open Analytics', to: { page: pageInAccount(`/analytics?from=${from}&to=${last}`, userId) } },
    ],
  };
}

const published = (posts: number): string =>
  posts === 1 ? '1 post was published' : `${numberInWords(posts)} posts were published`;

function sums(total: MetricsSum, previous: MetricsSum | null): MailFacts {
  const row = (name: string, of: (sum: MetricsSum) => number | null) =>
    [name, withBefore(of(total), previous && of(previous))] as const;
  return {
    facts: [
      row('Posts', ({ posts }) => posts),
      ...givenMetrics(total, previous).map((name) => row(METRIC_NAMES[name], ({ values }) => values[name])),
      ...(total.followers === null ? [] : [row('Followers', ({ followers }) => followers)]),
    ],
  };
}

/** `1,200 (before: 1,000, +20%)` */
function withBefore(now: number | null, before: number | null): string {
  const change = now !== null && before ? `, ${changeInWords(now, before)}` : '';
  return `${numberInWords(now)} (before: ${numberInWords(before)}${change})`;
}

const topPost = ({ platform, publishedAt, excerpt, values }: ReportedPost, index: number, timeZone: string) =>
  [
    `${index + 1}. ${nameOf(platform)}, ${timeInWords(publishedAt, timeZone)}`,
    `${numberInWords(values.engagements)} engagements · ${excerpt}`,
  ] as const;
