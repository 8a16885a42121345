import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group as Row, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { ConnectAgain, missingInWords } from '../../metrics/connect-again.js';
import { givenIn, METRICS, type Metric, metricName } from '../../metrics/metric.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { asAccount } from '../../parts/avatar-stack.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { formatList, formatNumber } from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { Ago, Time } from '../../parts/time.js';
import { Curve } from './curve.js';
import { Numbers } from './numbers.js';
import classes from './results.module.css';
import { type GroupMetrics, type MeasuredPart, type PartMetrics, RESULTS } from './results.operations.js';

/** What a published post achieved: on each platform, and together. */
export function ResultsPanel({ postGroupId }: { postGroupId: string }) {
  const { data, failure, refresh } = useLiveQuery({ query: RESULTS, variables: { id: postGroupId } });
  const [chosen, setChosen] = useState<Metric | null>(null);
  const group = data?.postGroup;
  const parts = (group?.posts ?? []).filter(({ status, metrics }) => status === 'PUBLISHED' || metrics?.measuredAt);
  const given = givenIn(parts.flatMap(({ metrics }) => metrics?.values ?? []));
  const metric = chosen ?? given[0] ?? 'ENGAGEMENTS';
  if (group && parts.length === 0) return null;
  return (
    <Panel
      title={t`Results`}
      actions={
        given.length > 1 && (
          <Select
            aria-label={t`Metric of the curves`}
            size="xs"
            w="9rem"
            allowDeselect={false}
            data={given.map((value) => ({ value, label: metricName(value) }))}
            value={metric}
            onChange={(value) => setChosen(oneOf(METRICS, value) ?? null)}
          />
        )
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading rows={2} height={80} />}
      {group?.metrics && parts.length > 1 && <Together metrics={group.metrics} />}
      {parts.map((part) => (
        <OnPlatform key={part.id} part={part} metric={metric} parts={parts} returnTo={`/posts/${postGroupId}`} />
      ))}
    </Panel>
  );
}

/** The sums over the platforms. */
function Together({ metrics: { values, posts, measuredPosts, missing } }: { metrics: GroupMetrics }) {
  if (measuredPosts === 0) return null;
  return (
    <Stack component="section" gap={4} aria-labelledby="results-together">
      <Title order={3} size="h5" id="results-together">
        <Trans>Together</Trans>
      </Title>
      <Numbers name={t`Sums over the platforms`} values={values} />
      <Text size="xs" c="dimmed">
        <Trans>
          {formatNumber(measuredPosts)} of {formatNumber(posts)} posts have numbers.
        </Trans>
        {missing.length > 0 && ` ${t`Not given everywhere: ${formatList(missing.map(metricName))}.`}`}
      </Text>
    </Stack>
  );
}

interface OnPlatformProps {
  part: MeasuredPart;
  /** All that have a place in the panel. */
  parts: readonly MeasuredPart[];
  metric: Metric;
  returnTo: string;
}

function OnPlatform({ part, parts, metric, returnTo }: OnPlatformProps) {
  const { platformId, platformKey, partIndex, account, metrics } = part;
  const isThread = parts.some((one) => one.platformId === platformId && one.id !== part.id);
  const target = `${platformName(platformKey)}${account ? ` @${account.username}` : ''}`;
  const name = isThread ? t`${target}, part ${partIndex + 1}` : target;
  if (!metrics) return null;
  return (
    <Stack component="section" gap="xs" className={classes.part} aria-label={t`Results: ${name}`}>
      <Row gap="sm" justify="space-between">
        <Row gap="sm" wrap="nowrap" miw={0}>
          <AccountAvatar account={asAccount(platformKey, account)} size={24} />
          <Title order={3} size="h5">
            {name}
          </Title>
        </Row>
        {metrics.state === 'PERMISSION_MISSING' && account && (
          <ConnectAgain platformId={platformId} username={account.username} returnTo={returnTo} />
        )}
      </Row>
      <State metrics={metrics} platformKey={platformKey} />
      {metrics.measuredAt && (
        <>
          <Numbers name={t`Numbers: ${name}`} values={metrics.values} />
          <Curve name={name} metric={metric} points={metrics.points} />
        </>
      )}
    </Stack>
  );
}

/** How old the numbers are, or why there are none. */
function State({ metrics: { state, measuredAt, nextAt }, platformKey }: { metrics: PartMetrics; platformKey: string }) {
  const name = platformName(platformKey);
  const measured = measuredAt && (
    <>
      {' '}
      {nextAt && state === 'MEASURED' ? (
        <Trans>
          Measured <Ago at={measuredAt} />, next <Time at={nextAt} />.
        </Trans>
      ) : (
        <Trans>
          Measured <Ago at={measuredAt} />.
        </Trans>
      )}
    </>
  );
  return (
    <Text size="xs" c="dimmed">
      {state === 'WAITING' &&
        (nextAt ? (
          <Trans>
            The first numbers come an hour after publication, <Time at={nextAt} />.
          </Trans>
        ) : (
          t`The first numbers come an hour after publication.`
        ))}
      {state === 'PERMISSION_MISSING' && missingInWords([])}
      {state === 'NOT_SUPPORTED' && t`${name} gives no numbers of posts.`}
      {state === 'GONE' && t`${name} no longer has the post.`}
      {state === 'FAILED' && t`${name} did not give its numbers.`}
      {measured}
    </Text>
  );
}
