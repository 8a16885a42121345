import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { useLiveQuery } from '../../api/live-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { formatList, formatSize } from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { Meter, NO_LIMIT_BYTES } from './meter.js';
import { QuotaMeters } from './quota-meters.js';
import { USAGE, type Usage } from './usage.operations.js';

/** The interval of a refresh: uploads cause no event. */
const REFRESH_MS = 30_000;
const GIGABYTE = 1024 ** 3;
const inGigabytes = (bytes: number): string => formatSize(bytes / GIGABYTE, 'gigabyte', 2);

/** What is used of the plan, and what happens at its limits. */
export function UsageView() {
  const { data, failure, refresh } = useLiveQuery({ query: USAGE, variables: {} }, REFRESH_MS);
  return (
    <Page title="Usage">
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data?.usage && <Quotas usage={data.usage} />}
    </Page>
  );
}

function Quotas({ usage }: { usage: Usage }) {
  const { plan, periodEndsAt, latestScheduleAt, storage } = usage;
  return (
    <>
      <Text>
        Your plan is {plan.name}. It includes {formatList(plan.platforms.map(platformName))}
        {latestScheduleAt && (
          <>
            , and posts can be scheduled until <Time at={latestScheduleAt} />
          </>
        )}
        . At a limit, nothing new is accepted; scheduled posts stay scheduled. Programs have further limits: see the{' '}
        <Anchor href="/api/v1/docs" underline="always" inherit>
          documentation of the API
        </Anchor>
        .
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="Posts this month">
          <QuotaMeters quota={usage.postsPerMonth} />
          <Text size="sm" c="dimmed">
            Counts what is published or scheduled in this month, once for each account. It starts again{' '}
            <Time at={periodEndsAt} />. At the limit, you can schedule no further post for this month until you take one
            back.
          </Text>
        </Panel>
        <Panel title="Waiting posts">
          <QuotaMeters quota={usage.scheduledPosts} />
          <Text size="sm" c="dimmed">
            Counts what is scheduled or being published now. At the limit, you can schedule no further post until one is
            published or taken back.
          </Text>
        </Panel>
        <Panel title="Connected accounts">
          <Meter label="Accounts" used={usage.connectedAccounts} limit={plan.maxConnectedAccounts} />
          <Text size="sm" c="dimmed">
            Includes those of managed users.{' '}
            {plan.maxConnectedAccounts === null
              ? 'Your plan has no limit for them.'
              : 'At the limit, you can connect no further account until you disconnect one.'}
          </Text>
        </Panel>
        <Panel title="Storage">
          <Meter
            label="Size"
            used={storage.usedBytes}
            limit={storage.limitBytes}
            none={NO_LIMIT_BYTES}
            shown={inGigabytes}
          />
          <Meter label="Files" used={storage.usedFiles} limit={storage.limitFiles} />
          <Text size="sm" c="dimmed">
            Counts the files of your posts. At the limit, you can upload no further file until you delete one.
          </Text>
        </Panel>
      </SimpleGrid>
    </>
  );
}
