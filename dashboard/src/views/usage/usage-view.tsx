import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <Page title={t`Usage`}>
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
  if (!managed) return <Trans>Your plan is {name}.</Trans>;
  const manager = acting?.manager?.name ?? accounts.find(({ userId }) => userId === id)?.managedBy;
  return manager ? (
    <Trans>
      {displayName} uses the plan of {manager}, {name}, together with the other clients.
    </Trans>
  ) : (
    <Trans>
      {displayName} uses the plan of the account that manages it, {name}, together with the other clients.
    </Trans>
  );
}

function Quotas({ usage }: { usage: Usage }) {
  const { managed } = useViewer();
  const { plan, periodEndsAt, latestScheduleAt, storage } = usage;
  const platforms = formatList(plan.platforms.map(platformName));
  return (
    <>
      <Text>
        <WhosePlan name={plan.name} />{' '}
        {latestScheduleAt ? (
          <Trans>
            It includes {platforms}, and posts can be scheduled until <Time at={latestScheduleAt} />.
          </Trans>
        ) : (
          <Trans>It includes {platforms}.</Trans>
        )}{' '}
        <Trans>
          At a limit, nothing new is accepted; scheduled posts stay scheduled. Programs have further limits: see the{' '}
          <Anchor href="/api/v1/docs" underline="always" inherit>
            documentation of the API
          </Anchor>
          .
        </Trans>
      </Text>
      {managed && <OwnPart usage={usage} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title={t`Posts this month`}>
          <QuotaMeters quota={usage.postsPerMonth} />
          <Text size="sm" c="dimmed">
            <Trans>
              Counts what is published or scheduled in this month, once for each account. It starts again{' '}
              <Time at={periodEndsAt} />. At the limit, you can schedule no further post for this month until you take
              one back.
            </Trans>
          </Text>
        </Panel>
        <Panel title={t`Waiting posts`}>
          <QuotaMeters quota={usage.scheduledPosts} />
          <Text size="sm" c="dimmed">
            <Trans>
              Counts what is scheduled or being published now. At the limit, you can schedule no further post until one
              is published or taken back.
            </Trans>
          </Text>
        </Panel>
        <Panel title={t`Connected accounts`}>
          <Meter label={t`Accounts`} used={usage.connectedAccounts} limit={plan.maxConnectedAccounts} />
          <Text size="sm" c="dimmed">
            <Trans>Includes those of clients.</Trans>{' '}
            {plan.maxConnectedAccounts === null
              ? t`Your plan has no limit for them.`
              : t`At the limit, you can connect no further account until you disconnect one.`}
          </Text>
        </Panel>
        <Panel title={t`Storage`}>
          <Meter
            label={t`Size`}
            used={storage.usedBytes}
            limit={storage.limitBytes}
            none={NO_LIMIT_BYTES}
            shown={inGigabytes}
          />
          <Meter label={t`Files`} used={storage.usedFiles} limit={storage.limitFiles} />
          <Text size="sm" c="dimmed">
            <Trans>
              Counts the files of your posts. At the limit, you can upload no further file until you delete one.
            </Trans>
          </Text>
        </Panel>
      </SimpleGrid>
    </>
  );
}
