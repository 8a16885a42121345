/** The output of a command: as text or, with --json, for scripts. */

import type { ReEncrypted } from '../domain/accounts/re-encrypt.use-case.js';
import type { AuditEvent } from '../domain/audit/audit-event.js';
import type { ApiKey } from '../domain/identity/access/api-key.repository.js';
import { type LimitOverrides, NO_LIMIT, NO_LIMIT_BYTES, type Plan, type Quota } from '../domain/plans/plans.js';
import type { PlanInForce, RemovedAccount } from './administer-accounts.use-case.js';
import type { AuditPage } from './administer-audit.use-case.js';
import type { AfterRestore } from './administer-publishing.use-case.js';
import type { Account } from './find-account.step.js';
import type { UserPage } from './list-users.repository.js';
import type { PublishingStatus } from './switch-publishing.use-case.js';

export interface Report {
  text: string;
  json: unknown;
}

/** Lines of a label and a value. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n');
}

const onOff = (flag: boolean) => (flag ? 'on' : 'off');
const time = (date: Date | null, otherwise: string) => date?.toISOString() ?? otherwise;

export const iso = (date: Date | null): string => time(date, '–');

/** `note`: what the command means for the account. */
export const reportAccount = (account: Account, note?: string): Report => ({
  json: account,
  text: withNote(note)(
    table([
      ['Id', account.id],
      ['E-mail', account.email],
      ['Confirmed', account.emailConfirmedAt ? `since ${account.emailConfirmedAt.toISOString()}` : 'no'],
      ['Name', account.displayName],
      ['Plan', account.planName],
      ['Own limits', describeOverrides(account.limitOverrides)],
      ['Managed by', account.managedBy ?? 'none'],
      ['MCP access', onOff(account.mcpAccess)],
      ['Workspace access', onOff(account.workspaceAccess)],
      ['Operator', onOff(account.isOperator)],
      ['Channels', account.channelQuantity === null ? 'as many as the plan allows' : String(account.channelQuantity)],
      ['Password', account.hasPassword ? 'set' : 'none: cannot sign in'],
      ['Two-factor', account.twoFactorSince ? `on, since ${account.twoFactorSince.toISOString()}` : 'off'],
      ['On hold', describeHold(account)],
      ['Removal', time(account.removalAt, 'none pending')],
      ['Active', account.deactivatedAt ? `no, since ${account.deactivatedAt.toISOString()}` : 'yes'],
      ['Created', account.createdAt.toISOString()],
    ]),
  ),
});

const withNote = (note: string | undefined) => (text: string) => (note === undefined ? text : `${text}\n\n${note}`);

function describeHold({ heldAt, holdReason, holdExpiresAt }: Account): string {
  if (!heldAt) return 'no';
  return `since ${heldAt.toISOString()}, until ${time(holdExpiresAt, 'released')}${holdReason ? `: ${holdReason}` : ''}`;
}

const GIGABYTE = 1024 ** 3;

const count = (number: number | null | undefined): string =>
  number === null || number === NO_LIMIT ? 'no limit' : String(number);
const size = (bytes: number): string => (bytes === NO_LIMIT_BYTES ? 'no limit' : `${bytes / GIGABYTE} GB`);
const platformsOf = (platforms: Plan['platforms'] | undefined): string => platforms?.join(', ') ?? 'all';

function describeOverrides(limits: LimitOverrides | null): string {
  if (!limits) return 'none: those of the plan';
  const { apiAccess, postsPerMonth, scheduledPosts, drafts, horizonDays, connections } = limits;
  return [
    ...(apiAccess === undefined ? [] : [`API ${onOff(apiAccess)}`]),
    ...(postsPerMonth === undefined ? [] : [`posts per month: ${count(postsPerMonth)}`]),
    ...(scheduledPosts === undefined ? [] : [`scheduled posts: ${count(scheduledPosts)}`]),
    ...(drafts === undefined ? [] : [`drafts: ${count(drafts)}`]),
    ...(horizonDays === undefined ? [] : [`days ahead: ${count(horizonDays)}`]),
    ...(connections === undefined ? [] : [`connections: ${count(connections)}`]),
    ...(limits.storageBytes === undefined ? [] : [`storage: ${size(limits.storageBytes)}`]),
    ...(limits.storageFiles === undefined ? [] : [`files: ${count(limits.storageFiles)}`]),
    ...(limits.platforms === undefined ? [] : [`platforms: ${platformsOf(limits.platforms)}`]),
  ].join('; ');
}

const quota = ({ max, per }: Quota): string => (max === NO_LIMIT ? 'no limit' : `${max} per ${per}`);

export const reportPlans = (plans: readonly PlanInForce[]): Report => ({
  json: plans,
  text: plans.map(describePlan).join('\n\n'),
});

function describePlan({ key, isInitial, plan, accounts }: PlanInForce): string {
  const has: [string, string] = ['Accounts', String(accounts)];
  if (!plan) return table([['Plan', `${key}: not in force, limits of the plan of new accounts`], has]);
  return table([
    ['Plan', `${key}${isInitial ? ', of new accounts' : ''}`],
    ['Name', plan.name],
    ['Price', plan.price ?? 'not given'],
    has,
    ['API', onOff(plan.apiAccess)],
    ['MCP', plan.mcpAccess ? 'on' : 'by account'],
    ['Posts per month', quota(plan.postsPerMonth)],
    ['Scheduled posts', quota(plan.scheduledPosts)],
    ['Drafts', count(plan.drafts)],
    ['Days ahead', count(plan.horizonDays)],
    ['Connections', count(plan.connections)],
    ['Storage', `${size(plan.storage.bytes)}, files: ${count(plan.storage.files)}`],
    ['Platforms', platformsOf(plan.platforms)],
  ]);
}

export const reportRemoved = (removed: RemovedAccount): Report => ({
  json: removed,
  text: `Removed ${removed.email}, ${removed.users} users in all. The workers delete their data and files from now on.`,
});

const STATES = { active: 'active', on_hold: 'on hold', inactive: 'inactive', removal_pending: 'removal pending' };

export function reportUsers({ users, next }: UserPage): Report {
  const columns = users.map((user) => [
    user.email,
    user.plan,
    STATES[user.state],
    user.createdAt.toISOString(),
    time(user.lastSignInAt, 'never'),
    user.managedBy ?? '',
  ]);
  const lines = aligned([['E-mail', 'Plan', 'State', 'Created', 'Last sign-in', 'Managed by'], ...columns]);
  const more = next === null ? '' : `\n\nMore: --after ${next}`;
  return { json: { users, next }, text: users.length === 0 ? 'No such users.' : lines + more };
}

/** Rows of cells, in columns. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

type KeyFacts = Omit<ApiKey, 'hash'>;

/** Never the hash. */
const keyFacts = ({ hash: _, ...facts }: ApiKey): KeyFacts => facts;

const keyRows = (key: KeyFacts) =>
  [
    ['Prefix', key.prefix],
    ['Name', key.name],
    ['Scopes', key.scopes.join(', ')],
    ['Created', key.createdAt.toISOString()],
    ['Last used', time(key.lastUsedAt, 'never')],
    ...(key.revokedAt ? [['Revoked', key.revokedAt.toISOString()] as const] : []),
  ] as const;

export const reportKey = (key: ApiKey): Report => ({ json: keyFacts(key), text: table(keyRows(key)) });

export const reportKeys = (keys: readonly ApiKey[]): Report => ({
  json: keys.map(keyFacts),
  text: keys.map((key) => table(keyRows(key))).join('\n\n') || 'No active API keys.',
});

/** The only place that shows a key. */
export function reportNewKey({ rawKey, ...key }: ApiKey & { rawKey: string }): Report {
  const { json, text } = reportKey(key);
  return { json: { ...(json as KeyFacts), rawKey }, text: `${text}\n\nThe key, shown only once:\n${rawKey}` };
}

export const reportReEncrypted = ({ rewritten }: ReEncrypted): Report => ({
  json: { rewritten },
  text: `Secrets rewritten: ${rewritten}. The newest key now decrypts all of them: remove the older ones from ENCRYPTION_KEYS.`,
});

export const reportPublishing = (status: PublishingStatus): Report => ({
  json: status,
  text: table([
    ['Publishing', describePublishing(status)],
    ['Workers', describeWorkers(status)],
    ['Due posts', describeDue(status)],
    ['Stuck jobs', status.stuckJobs === 0 ? 'none' : `${status.stuckJobs}: see admin queues`],
    ['E-mails', describeMails(status)],
    ...status.processes.map(
      ({ name, roles, version, isPaused, isSilent }) =>
        ['Process', `${name} ${roles} ${version}${isPaused ? ', paused' : ''}${isSilent ? ', silent' : ''}`] as const,
    ),
  ]),
});

function describeWorkers({ workersRunning, silentWorkers }: PublishingStatus): string {
  const silent = `${silentWorkers.join(', ')} connected without fetching: read the log, and run admin check-config`;
  if (silentWorkers.length > 0) return workersRunning ? `running; ${silent}` : silent;
  return workersRunning ? 'running' : 'none';
}

const describeDue = ({ duePosts, oldestDueSince }: PublishingStatus): string =>
  oldestDueSince ? `${duePosts}, the oldest since ${oldestDueSince.toISOString()}` : 'none';

function describeMails({ waitingMails, oldestMailSince }: PublishingStatus): string {
  return oldestMailSince
    ? `${waitingMails} waiting, the oldest since ${oldestMailSince.toISOString()}`
    : 'none waiting';
}

function describePublishing({ pausedSince, pausedByConfiguration }: PublishingStatus): string {
  if (pausedSince) return `paused since ${pausedSince.toISOString()} by admin pause`;
  return pausedByConfiguration ? 'paused by PUBLISH_PAUSED, which is set for the workers' : 'on';
}

export const reportAfterRestore = (result: AfterRestore): Report => ({
  json: result,
  text: table([
    ['Posts that were due', String(result.due)],
    ...(result.posts ? postRows(result.posts) : []),
    [result.posts ? 'Jobs queued again' : 'Jobs to queue again', String(result.jobs)],
    [result.posts ? 'Rows reset' : 'Rows to reset', describeReset(result)],
    ...(result.movedAway?.length ? [['In another pod, deactivated', result.movedAway.join(', ')] as const] : []),
  ]),
});

const postRows = ({ published, notFound, notLookedUp }: NonNullable<AfterRestore['posts']>) =>
  [
    ['Found at their platforms', String(published)],
    ['Missed, not found', String(notFound)],
    ['Missed, not looked up', String(notLookedUp)],
  ] as const;

const describeReset = ({ reset: { groups, events, deliveries } }: AfterRestore): string =>
  `${groups} groups, ${events} events, ${deliveries} deliveries`;

export const reportAudit = (found: AuditPage): Report => ({
  json: found,
  text: [...found.events.map(describeEvent), `Page ${found.page} of ${found.pages}; events: ${found.total}`].join('\n'),
});

/** One line: when, what, by whom, to what, and from where. Names and agents are quoted: they are anybody's text. */
function describeEvent(event: AuditEvent): string {
  const { createdAt, action, actor, actorId, actorName, ownerId, userId, address, userAgent, details } = event;
  const { subjectType, subjectId, subjectName } = event;
  const account = userId === ownerId ? ownerId : `${ownerId} for ${userId}`;
  return [
    ...[createdAt.toISOString(), action],
    ['by', actor, actorId, quoted(actorName)].filter(Boolean).join(' '),
    ownerId && `account ${account}`,
    subjectType && [subjectType, subjectId, quoted(subjectName)].filter(Boolean).join(' '),
    address && `from ${address}`,
    quoted(userAgent),
    Object.keys(details).length > 0 && JSON.stringify(details),
  ]
    .filter(Boolean)
    .join('  ');
}

const quoted = (text: string | null) => text && JSON.stringify(text);
