/** The page of a shared report. It needs no script, and is made to be printed. */
import { html, type Markup, nameOf, page } from '../../foundation/http/page.js';
import { ALL_METRICS, type MetricName } from '../metrics/metrics.js';
import type { Period } from '../metrics/metrics-filter.js';
import type { FrozenReport, ReportedPost } from './reports.js';

const NAMES: Record<MetricName, string> = {
  impressions: 'Impressions',
  reach: 'Reach',
  views: 'Views',
  reactions: 'Reactions',
  comments: 'Comments',
  shares: 'Shares',
  clicks: 'Clicks',
  saves: 'Saves',
  watchSeconds: 'Seconds watched',
  engagements: 'Engagements',
};
const NOT_GIVEN = '–';
const LANGUAGE = 'en-GB';

const number = (value: number | null): string => (value === null ? NOT_GIVEN : value.toLocaleString(LANGUAGE));
const day = (text: string): string =>
  new Date(text).toLocaleDateString(LANGUAGE, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const lastDay = (to: string): string => new Date(Date.parse(to) - 86_400_000).toISOString();
const daysIn = ({ from, to }: Period): string => `${day(from)} to ${day(lastDay(to))}`;
/** January 2024 begins on a Monday. */
const nameOfWeekday = (weekday: number): string =>
  new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(LANGUAGE, { weekday: 'long', timeZone: 'UTC' });

interface Shown {
  accountName: string;
  name: string;
  report: FrozenReport;
  createdAt: Date;
  expiresAt: Date;
}

export function reportPage({ accountName, name, report, createdAt, expiresAt }: Shown): string {
  const { from, to, timeZone, total, accounts, topPosts } = report;
  return page(
    name,
    html`<h1>${name}</h1>
<p class="soft">${accountName}, ${daysIn({ from, to })} (${timeZone})</p>
${total.posts === 0 ? html`<p class="notice">Nothing was published in this period.</p>` : sums(report)}
${
  accounts.length > 0 &&
  table(
    ['Account', 'Posts', 'Engagements'],
    accounts.map(({ name: of, total: sum }) => [of, number(sum.posts), number(sum.values.engagements)]),
  )
}
${
  topPosts.length > 0 &&
  html`<h2>Top posts</h2>
${topPosts.map((post) => topPost(post, timeZone))}`
}
${total.posts > 0 && bestTimes(report)}
<p class="soft">Numbers of ${day(createdAt.toISOString())}, as the platforms gave them. ${NOT_GIVEN} was not given. Reach is not added up: the same people may have seen several posts. This page is available until ${day(expiresAt.toISOString())}.</p>`,
  );
}

function sums({ total, previous, comparedWith }: FrozenReport): Markup {
  const metrics = ALL_METRICS.filter((name) => [total, previous].some((sum) => sum && sum.values[name] !== null));
  const row = (label: string, of: (sum: FrozenReport['total']) => number | null) => [
    ...[label, number(of(total)), previous ? number(of(previous)) : NOT_GIVEN],
  ];
  return table(
    ['', 'This period', comparedWith ? daysIn(comparedWith) : 'Before'],
    [
      row('Posts', ({ posts }) => posts),
      ...metrics.map((name) => row(NAMES[name], ({ values }) => values[name])),
      row('Followers', ({ followers }) => followers),
    ],
  );
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): Markup => html`<table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(([first = '', ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
</tbody>
</table>`;

function topPost({ platform, url, publishedAt, excerpt, values }: ReportedPost, timeZone: string): Markup {
  const at = new Date(publishedAt).toLocaleString(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return html`<p>${excerpt}</p>
<p class="hint">${nameOf(platform)}, ${at}: ${number(values.engagements)} engagements${url !== null && html` · <a href="${url}" rel="noreferrer">Open</a>`}</p>`;
}

function bestTimes({ bestTimes: { isEnough, posts, needed, proposals, period } }: FrozenReport): Markup {
  const enough = html`<p>${proposals.map(({ weekday, hour }) => `${nameOfWeekday(weekday)} ${String(hour).padStart(2, '0')}:00`).join(', ') || 'No hour does better than the others.'}</p>`;
  return html`<h2>Best times</h2>
${isEnough ? enough : html`<p class="soft">Not enough posts yet: ${String(posts)} of ${String(needed)}, from at least 3 weeks.</p>`}
<p class="soft">By the posts of ${daysIn(period)}.</p>`;
}
