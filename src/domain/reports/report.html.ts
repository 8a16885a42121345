/** The page of a shared report. It needs no script, and is made to be printed. */
import { html, type Markup, nameOf, page } from '../../foundation/http/page.js';
import {
  dayInWords,
  daysInWords,
  givenMetrics,
  hoursInWords,
  METRIC_NAMES,
  NOT_GIVEN,
  numberInWords,
  timeInWords,
} from './report-words.js';
import type { FrozenReport, ReportedPost } from './reports.js';

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
<p class="soft">${accountName}, ${daysInWords({ from, to })} (${timeZone})</p>
${total.posts === 0 ? html`<p class="notice">Nothing was published in this period.</p>` : sums(report)}
${
  accounts.length > 0 &&
  table(
    ['Account', 'Posts', 'Engagements'],
    accounts.map(({ name: of, total: sum }) => [of, numberInWords(sum.posts), numberInWords(sum.values.engagements)]),
  )
}
${
  topPosts.length > 0 &&
  html`<h2>Top posts</h2>
${topPosts.map((post) => topPost(post, timeZone))}`
}
${total.posts > 0 && bestTimes(report)}
<p class="soft">Numbers of ${dayInWords(createdAt.toISOString())}, as the platforms gave them. ${NOT_GIVEN} was not given. Reach is not added up: the same people may have seen several posts. This page is available until ${dayInWords(expiresAt.toISOString())}.</p>`,
  );
}

function sums({ total, previous, comparedWith }: FrozenReport): Markup {
  const row = (label: string, of: (sum: FrozenReport['total']) => number | null) => [
    ...[label, numberInWords(of(total)), previous ? numberInWords(of(previous)) : NOT_GIVEN],
  ];
  return table(
    ['', 'This period', comparedWith ? daysInWords(comparedWith) : 'Before'],
    [
      row('Posts', ({ posts }) => posts),
      ...givenMetrics(total, previous).map((name) => row(METRIC_NAMES[name], ({ values }) => values[name])),
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
  return html`<p>${excerpt}</p>
<p class="hint">${nameOf(platform)}, ${timeInWords(publishedAt, timeZone)}: ${numberInWords(values.engagements)} engagements${url !== null && html` · <a href="${url}" rel="noreferrer">Open</a>`}</p>`;
}

function bestTimes({ bestTimes: { isEnough, posts, needed, proposals, period } }: FrozenReport): Markup {
  const enough = html`<p>${hoursInWords(proposals) || 'No hour does better than the others.'}</p>`;
  return html`<h2>Best times</h2>
${isEnough ? enough : html`<p class="soft">Not enough posts yet: ${String(posts)} of ${String(needed)}, from at least 3 weeks.</p>`}
<p class="soft">By the posts of ${daysInWords(period)}.</p>`;
}
