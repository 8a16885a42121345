/** The output of commands about processes, queues, e-mails and deliveries. */

import type { ServiceProcess } from '../foundation/database/processes.repository.js';
import type { QueueState, WaitingMail } from '../foundation/job-state.js';
import type { ResentDeliveries } from './administer-deliveries.use-case.js';
import type { ListedDelivery } from './deliveries.repository.js';
import { aligned, iso, type Report } from './report.js';

export const reportProcesses = (processes: readonly ServiceProcess[]): Report => ({
  json: processes,
  text: listed(
    'No process is connected.',
    ['Process', 'Roles', 'Version', 'Connected since', 'Last fetch'],
    processes.map(({ name, roles, version, connectedSince, lastFetch, isSilent, isPaused }) => [
      ...[name, `${roles}${isPaused ? ', paused' : ''}`, version, iso(connectedSince)],
      `${iso(lastFetch)}${isSilent ? ', silent' : ''}`,
    ]),
  ),
});

export const reportQueues = (queues: readonly QueueState[]): Report => ({
  json: queues,
  text: listed(
    'All queues are empty.',
    ['Queue', 'Platform', 'Waiting', 'Oldest', 'Retrying', 'Scheduled', 'Active', 'Oldest active', 'Stuck', 'Failed'],
    queues.map((one) => [
      ...[one.queue, one.platform ?? '', String(one.waiting), iso(one.oldestWaiting), String(one.retrying)],
      ...[String(one.scheduled), String(one.active), iso(one.oldestActive), String(one.stuck), String(one.failed)],
    ]),
  ),
});

export const reportMails = (mails: readonly WaitingMail[]): Report => ({
  json: mails,
  text: listed(
    'No e-mail waits.',
    ['To', 'About', 'State', 'Attempts', 'Since', 'Next attempt', 'Error'],
    mails.map(({ to, about, state, attempts, queuedAt, nextAttemptAt, error }) => [
      ...[to, about, state, String(attempts), iso(queuedAt), iso(nextAttemptAt), error ?? ''],
    ]),
  ),
});

export function reportDeliveries({ deliveries, next }: { deliveries: ListedDelivery[]; next: string | null }): Report {
  const rows = deliveries.map((one) => [
    ...[one.id, one.email ?? one.userId, one.host, one.event, one.subject, one.status, String(one.attemptCount)],
    ...[iso(one.createdAt), [one.httpStatus && `HTTP ${one.httpStatus}`, one.error].filter(Boolean).join(' ')],
  ]);
  const columns = ['Delivery', 'User', 'Receiver', 'Event', 'About', 'Status', 'Attempts', 'Created', 'Last response'];
  const more = next === null ? '' : `\n\nMore: --after ${next}`;
  return { json: { deliveries, next }, text: listed('No such deliveries.', columns, rows) + more };
}

export const reportResent = (result: ResentDeliveries): Report => ({
  json: result,
  text: [
    `${result.resent} deliveries ${result.isDryRun ? 'would be' : 'are'} sent again.`,
    ...(result.inactive > 0 ? [`${result.inactive} are not: their webhooks are switched off.`] : []),
    ...(result.isDryRun ? ['Nothing was changed. Repeat the command with --yes.'] : []),
  ].join('\n'),
});

const listed = (none: string, columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? none : aligned([columns, ...rows]);
