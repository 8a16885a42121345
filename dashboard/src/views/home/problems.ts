import { plural, t } from '@lingui/core/macro';
import { hasNoAccess, needsOwner } from '../../parts/account-access.js';
import { excerpt } from '../../parts/excerpt.js';
import { formatNumber } from '../../parts/formats.js';
import type { Permission } from '../../parts/may.js';
import { platformName } from '../../parts/platform.js';
import { sentenceOf } from '../../posts/cure.js';
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
  platform ? t`@${username} on ${platformName(platform)}` : t`@${username} on a platform that is no longer supported`;

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
    ...(emailConfirmed || managed || !may('OWN') ? [] : [unconfirmed()]),
    ...(may('MANAGE') ? accountProblems(home) : []),
    ...(may('PUBLISH') ? failedPosts(home) : []),
    ...(may('MANAGE') ? switchedOff(home) : []),
    ...(may('DRAFT') ? nearLimits(home) : []),
  ];
  return problems.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}

const unconfirmed = (): Problem => ({
  key: 'email',
  isUrgent: true,
  title: t`Your e-mail address is not confirmed`,
  detail: t`Posts are not published until you open the link that we sent to you.`,
  action: t`Confirm`,
  cure: { to: '/settings' },
});

function accountProblems({ ending }: Home): Problem[] {
  const accounts = (ending?.edges ?? []).map(({ node }) => node).filter(needsOwner);
  return accounts.map((account) => {
    const isEnded = hasNoAccess(account);
    return {
      key: account.id,
      isUrgent: isEnded,
      title: isEnded ? t`${nameOf(account)} has to be connected again` : t`The access to ${nameOf(account)} ends soon`,
      detail: isEnded
        ? t`Posts to it fail until then.`
        : account.tokenExpiresIn
          ? t`Connect it again within ${account.tokenExpiresIn}, so that no post fails.`
          : t`Connect it again within a few days, so that no post fails.`,
      action: t`Reconnect`,
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
      title: plural(rest, {
        one: '# more post of the last 30 days failed',
        other: '# more posts of the last 30 days failed',
      }),
      detail: t`Retry them, or change what the platform refused.`,
      action: t`Show all`,
      cure: { to: '/posts', search: { status: 'FAILED' } },
    },
  ];
}

function failedPost({ id, content, posts }: FailedPost): Problem {
  const failed = posts.filter(({ status }) => status === 'FAILED');
  const [first] = failed;
  /** If it is not all of them. */
  const platform = first && failed.length < posts.length ? platformName(first.platformKey) : null;
  const isUnknown = first?.error?.code === 'OUTCOME_UNKNOWN';
  return {
    key: id,
    isUrgent: true,
    title: isUnknown ? mayBeLive(excerpt(content, 60), platform) : notPublished(excerpt(content, 60), platform),
    detail: first?.error ? sentenceOf({ ...first, error: first.error }) : t`It failed.`,
    action: isUnknown ? t`Check` : t`Fix`,
    cure: { to: '/posts/$postGroupId', params: { postGroupId: id } },
  };
}

const mayBeLive = (text: string, platform: string | null): string =>
  platform === null ? t`“${text}” may be live` : t`“${text}” may be live on ${platform}`;

const notPublished = (text: string, platform: string | null): string =>
  platform === null ? t`“${text}” was not published` : t`“${text}” was not published on ${platform}`;

/** The service switches a webhook off after five failures in a row; its owner may also have done so. */
function switchedOff({ webhooks }: Home): Problem[] {
  return (webhooks?.edges ?? [])
    .filter(({ node }) => !node.isActive && node.failureCount > 0)
    .map(({ node: { id, name } }) => ({
      key: id,
      isUrgent: true,
      title: t`The webhook “${excerpt(name, 60)}” was switched off`,
      detail: t`Its address failed several times. It receives nothing until you switch it on.`,
      action: t`Look at it`,
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
  const limits: [key: string, title: (used: string, limit: string) => string, used: number, limit: number][] = [
    [
      'month',
      isPerAccount
        ? (used, limit) => t`${used} of ${limit} posts of this month of one account are used`
        : (used, limit) => t`${used} of ${limit} posts of this month are used`,
      isPerAccount ? fullest : month.used,
      month.limit,
    ],
    [
      'scheduled',
      (used, limit) => t`${used} of ${limit} scheduled posts are used`,
      scheduledPosts.per === 'ACCOUNT' ? scheduledPosts.used : 0,
      scheduledPosts.limit,
    ],
    ['files', (used, limit) => t`${used} of ${limit} files are used`, storage.usedFiles, storage.limitFiles],
  ];
  const counted = limits.flatMap(([key, title, used, limit]): Problem[] =>
    limit > 0 && used / limit >= NEAR
      ? [nearLimit(key, title(formatNumber(used), formatNumber(limit)), used >= limit)]
      : [],
  );
  const share = storage.limitBytes > 0 ? storage.usedBytes / storage.limitBytes : 0;
  if (share < NEAR) return counted;
  return [...counted, nearLimit('storage', t`${Math.floor(share * 100)} % of your storage is used`, share >= 1)];
}

const nearLimit = (key: string, title: string, isFull: boolean): Problem => ({
  key,
  isUrgent: isFull,
  title,
  detail: isFull ? t`Nothing more is accepted until there is room.` : t`Beyond the limit, nothing more is accepted.`,
  action: t`Show usage`,
  cure: { to: '/usage' },
});
