import { hasNoAccess, needsOwner } from '../../parts/account-access.js';
import { excerpt } from '../../parts/excerpt.js';
import { formatNumber } from '../../parts/formats.js';
import type { Permission } from '../../parts/may.js';
import { platformName } from '../../parts/platform.js';
import type { AccountHealth, FailedPost, Home } from './home.operations.js';

/** Where the cure of a problem is: a page of the dashboard. */
type Cure =
  | { to: '/posts/$postGroupId'; params: { postGroupId: string } }
  | { to: '/webhooks/$webhookId'; params: { webhookId: string } }
  | { to: '/accounts'; search: { reconnect: string; returnTo: string } }
  | { to: '/posts'; search: { status: 'FAILED' } }
  | { to: '/usage' }
  | { to: '/settings' };

/** Something that needs the person, and the button that leads to the cure. */
export interface Problem {
  key: string;
  /** Something has failed; otherwise it will, unless something is done. */
  isUrgent: boolean;
  title: string;
  detail: string;
  action: string;
  cure: Cure;
}

const nameOf = ({ platform, username }: Pick<AccountHealth, 'platform' | 'username'>): string =>
  `@${username} on ${platform ? platformName(platform) : 'a platform that is no longer supported'}`;

interface Needs {
  emailConfirmed: boolean;
  /** A client has no address to confirm: that of its agency counts. */
  managed: boolean;
  permissions: readonly Permission[];
}

/** What needs the person, in the order of urgency: only what their role can solve. */
export function problemsOf(home: Home, { emailConfirmed, managed, permissions }: Needs): Problem[] {
  const may = (permission: Permission) => permissions.includes(permission);
  const problems = [
    ...(emailConfirmed || managed || !may('OWN') ? [] : [UNCONFIRMED]),
    ...(may('MANAGE') ? accountProblems(home) : []),
    ...(may('PUBLISH') ? failedPosts(home) : []),
    ...(may('MANAGE') ? switchedOff(home) : []),
    ...(may('DRAFT') ? nearLimits(home) : []),
  ];
  return problems.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}

const UNCONFIRMED: Problem = {
  key: 'email',
  isUrgent: true,
  title: 'Your e-mail address is not confirmed',
  detail: 'Posts are not published until you open the link that we sent to you.',
  action: 'Confirm',
  cure: { to: '/settings' },
};

function accountProblems({ ending }: Home): Problem[] {
  const accounts = (ending?.edges ?? []).map(({ node }) => node).filter(needsOwner);
  return accounts.map((account) => {
    const isEnded = hasNoAccess(account);
    return {
      key: account.id,
      isUrgent: isEnded,
      title: isEnded ? `${nameOf(account)} has to be connected again` : `The access to ${nameOf(account)} ends soon`,
      detail: isEnded
        ? 'Posts to it fail until then.'
        : `Connect it again within ${account.tokenExpiresIn ?? 'a few days'}, so that no post fails.`,
      action: 'Reconnect',
      cure: { to: '/accounts', search: { reconnect: account.platformId, returnTo: '/home' } },
    };
  });
}

function failedPosts({ failed }: Home): Problem[] {
  const posts = (failed?.edges ?? []).map(({ node }) => failedPost(node));
  const rest = (failed?.totalCount ?? 0) - posts.length;
  if (rest <= 0) return posts;
  return [
    ...posts,
    {
      key: 'failed',
      isUrgent: true,
      title: `${formatNumber(rest)} more ${rest === 1 ? 'post' : 'posts'} of the last 30 days failed`,
      detail: 'Retry them, or change what the platform refused.',
      action: 'Show all',
      cure: { to: '/posts', search: { status: 'FAILED' } },
    },
  ];
}

function failedPost({ id, content, posts }: FailedPost): Problem {
  const failed = posts.filter(({ status }) => status === 'FAILED');
  const [first] = failed;
  const where = first && failed.length < posts.length ? ` on ${platformName(first.platformKey)}` : '';
  const isUnknown = first?.error?.code === 'OUTCOME_UNKNOWN';
  return {
    key: id,
    isUrgent: true,
    title: isUnknown
      ? `“${excerpt(content, 60)}” may be live${where}`
      : `“${excerpt(content, 60)}” was not published${where}`,
    detail: first?.error?.message ?? 'It failed.',
    action: isUnknown ? 'Check' : 'Fix',
    cure: { to: '/posts/$postGroupId', params: { postGroupId: id } },
  };
}

/** The service switches a webhook off after five failures in a row; its owner may also have done so. */
function switchedOff({ webhooks }: Home): Problem[] {
  return (webhooks?.edges ?? [])
    .filter(({ node }) => !node.isActive && node.failureCount > 0)
    .map(({ node: { id, name } }) => ({
      key: id,
      isUrgent: true,
      title: `The webhook “${excerpt(name, 60)}” was switched off`,
      detail: 'Its address failed several times. It receives nothing until you switch it on.',
      action: 'Look at it',
      cure: { to: '/webhooks/$webhookId', params: { webhookId: id } },
    }));
}

/** From this share on. */
const NEAR = 0.8;

function nearLimits({ usage }: Home): Problem[] {
  if (!usage) return [];
  const { postsPerMonth: month, scheduledPosts, storage } = usage;
  const fullest = Math.max(0, ...(month.accounts?.edges ?? []).map(({ node }) => node.used));
  const isPerAccount = month.per === 'CONNECTION';
  const limits: [key: string, what: string, used: number, limit: number][] = [
    [
      'month',
      isPerAccount ? 'posts of this month of one account' : 'posts of this month',
      isPerAccount ? fullest : month.used,
      month.limit,
    ],
    ['scheduled', 'scheduled posts', scheduledPosts.per === 'ACCOUNT' ? scheduledPosts.used : 0, scheduledPosts.limit],
    ['files', 'files', storage.usedFiles, storage.limitFiles],
  ];
  const counted = limits.flatMap(([key, what, used, limit]): Problem[] =>
    limit > 0 && used / limit >= NEAR
      ? [nearLimit(key, `${formatNumber(used)} of ${formatNumber(limit)} ${what} are used`, used >= limit)]
      : [],
  );
  const share = storage.limitBytes > 0 ? storage.usedBytes / storage.limitBytes : 0;
  if (share < NEAR) return counted;
  return [...counted, nearLimit('storage', `${Math.floor(share * 100)} % of your storage is used`, share >= 1)];
}

const nearLimit = (key: string, title: string, isFull: boolean): Problem => ({
  key,
  isUrgent: isFull,
  title,
  detail: isFull ? 'Nothing more is accepted until there is room.' : 'Beyond the limit, nothing more is accepted.',
  action: 'Show usage',
  cure: { to: '/usage' },
});
