import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { useLiveQuery } from '../../api/live-query.js';
import { useSession } from '../../api/session.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { formatList } from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { useViewer } from '../../shell/viewer.js';
import { ClientUsageTable } from './client-usage.js';
import { Meter, NO_LIMIT_BYTES } from './meter.js';
import { OwnPart } from './own-part.js';
import { QuotaMeters } from './quota-meters.js';
import { inGigabytes } from './sizes.js';
import { USAGE, type Usage } from './usage.operations.js';

/** The interval of a refresh: uploads cause no event. */
const REFRESH_MS = 30_000;

/** What is used of the plan, and what happens at its limits. */
export function UsageView() {
  const { workspaceAccess, managed } = useViewer();
  const isAgency = workspaceAccess && !managed;
  const { data, failure, refresh } = useLiveQuery({ query: USAGE, variables: {} }, REFRESH_MS);
  return (
    <Page title="Usage">
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data?.usage && <Quotas usage={data.usage} />}
      {data?.usage && isAgency && <ClientUsageTable />}
    </Page>
  );
}

/** A client uses the plan of the account that manages it. */
function WhosePlan({ name }: { name: string }) {
  const { id, displayName, managed, accounts } = useViewer();
  const { acting } = useSession();
  if (!managed) return <>Your plan is {name}.</>;
  const manager = acting?.manager?.name ?? accounts.find(({ userId }) => userId === id)?.managedBy;
  return (
    <>
      {displayName} uses the plan of {manager ?? 'the account that manages it'}, {name}, together with the other
      clients.
    </>
  );
}

function Quotas({ usage }: { usage: Usage }) {
  const { managed } = useViewer();
  const { plan, periodEndsAt, latestScheduleAt, storage } = usage;
  return (
    <>
      <Text>
        <WhosePlan name={plan.name} /> It includes {formatList(plan.platforms.map(platformName))}
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
      {managed && <OwnPart usage={usage} />}
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
            Includes those of clients.{' '}
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
