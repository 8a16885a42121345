import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { asAccount } from '../../parts/avatar-stack.js';
import { showFailure } from '../../parts/failure-notice.js';
import { platformName } from '../../parts/platform.js';
import { STATUS } from '../../parts/post-status.js';
import { Time } from '../../parts/time.js';
import classes from './post-log.module.css';
import { EARLIER_LOG, type Group, type LogPage } from './posts.operations.js';

type Entry = LogPage['edges'][number]['node'];

const EVENTS: Record<Entry['event'], MessageDescriptor> = {
  PROCESSING: msg`Publishing began`,
  PUBLISH_ATTEMPTED: msg`Sent`,
  PUBLISH_FAILED: msg`An attempt failed`,
  PUBLISH_SUCCEEDED: msg`Published`,
  SCHEDULED: msg`Scheduled`,
  STATUS_CHANGED: msg`Status changed`,
  UNPUBLISHED: msg`Deleted on the platform`,
  UNPUBLISH_FAILED: msg`Could not be deleted on the platform`,
};

/** What happened, by platform, newest first. */
export function PostLog({ group, log }: { group: Group; log: LogPage | null }) {
  return (
    <Stack component="section" aria-labelledby="log" gap="sm">
      <Title order={2} size="h4" id="log">
        <Trans>Log</Trans>
      </Title>
      {!log && (
        <Text c="dimmed">
          <Trans>The log could not be loaded.</Trans>
        </Text>
      )}
      {log?.edges.length === 0 && (
        <Text c="dimmed">
          <Trans>Nothing has happened yet.</Trans>
        </Text>
      )}
      {log && <Entries key={group.id} group={group} log={log} />}
    </Stack>
  );
}

function Entries({ group, log }: { group: Group; log: LogPage }) {
  const client = useClient();
  // Newer entries move the newest page on. What was shown once stays.
  const [known, setKnown] = useState<ReadonlyMap<string, Entry>>(new Map());
  const [oldest, setOldest] = useState(log.pageInfo);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => setKnown((before) => withPage(before, log)), [log]);
  const loadEarlier = async () => {
    setLoading(true);
    const variables = { id: group.id, before: oldest.startCursor ?? '' };
    const result = await client.query(EARLIER_LOG, variables, { requestPolicy: 'network-only' }).toPromise();
    setLoading(false);
    const failure = failureOf(result);
    if (failure) showFailure(failure);
    const page = result.data?.postGroup?.log;
    if (!page) return;
    setKnown((before) => withPage(before, page));
    setOldest(page.pageInfo);
  };
  const entries = [...withPage(known, log).values()].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const targetOf = new Map(group.posts.map((post) => [post.id, post]));
  const keyOf = ({ platformPostId, platformKey }: Entry) =>
    targetOf.get(platformPostId ?? '')?.platformId ?? platformKey ?? '';
  const sections = [...Map.groupBy(entries, keyOf)].toSorted(
    ([one], [other]) => Number(one !== '') - Number(other !== ''),
  );
  return (
    <>
      {sections.map(([key, those]) => {
        const post = those.map(({ platformPostId }) => targetOf.get(platformPostId ?? '')).find(Boolean);
        const platformKey = post?.platformKey ?? those[0]?.platformKey ?? null;
        const name = platformKey === null ? t`The post` : platformName(platformKey);
        return (
          <div key={key} className={classes.section}>
            <Title order={3} size="h6" className={classes.title}>
              {platformKey !== null && (
                <AccountAvatar account={asAccount(platformKey, post?.account ?? null)} size={20} />
              )}
              {post?.account ? `${name} @${post.account.username}` : name}
            </Title>
            <ol className={classes.entries}>
              {those.map((entry) => (
                <LogEntry key={entry.id} entry={entry} />
              ))}
            </ol>
          </div>
        );
      })}
      {oldest.hasPreviousPage && (
        <Button
          variant="default"
          size="xs"
          loading={isLoading}
          onClick={loadEarlier}
          style={{ alignSelf: 'flex-start' }}
        >
          <Trans>Earlier entries</Trans>
        </Button>
      )}
    </>
  );
}

function LogEntry({ entry: { event, error, httpStatus, createdAt, metadata } }: { entry: Entry }) {
  const { from, to, reason } = metadata ?? {};
  const what =
    event === 'STATUS_CHANGED' && to
      ? from
        ? `${STATUS[from].label} → ${STATUS[to].label}`
        : STATUS[to].label
      : t(EVENTS[event]);
  return (
    <li className={classes.entry}>
      <Text size="sm" c="dimmed" className={classes.time}>
        <Time at={createdAt} seconds />
      </Text>
      <div>
        <Text size="sm" c={error ? 'var(--mantine-color-error)' : undefined}>
          {what}
          {reason && ` · ${reason}`}
        </Text>
        {error && (
          <Text size="sm" c="dimmed" className={classes.error}>
            {httpStatus ? `${error} (HTTP ${httpStatus})` : error}
          </Text>
        )}
      </div>
    </li>
  );
}

const withPage = (known: ReadonlyMap<string, Entry>, page: LogPage): ReadonlyMap<string, Entry> =>
  new Map([...known, ...page.edges.map(({ node }) => [node.id, node] as const)]);
