import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { ButtonLink, PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useIsNotified } from '../../shell/notifications.js';
import { useRefreshViewer, useViewer } from '../../shell/viewer.js';
import { Applications } from './applications.js';
import { ApprovalPolicy } from './approval-policy.js';
import { CalendarFeed } from './calendar-feed.js';
import { Email } from './email.js';
import { InThisBrowser } from './in-this-browser.js';
import { LinkParameters } from './link-parameters.js';
import { Name } from './name.js';
import { Password } from './password.js';
import { PersonName } from './person-name.js';
import { RecoveryPolicy } from './recovery-policy.js';
import { RemoveAccount } from './remove-account.js';
import { Sessions } from './sessions.js';
import { SECURITY } from './settings.operations.js';
import { TimeZone } from './time-zone.js';
import { TwoFactorPanel } from './two-factor.js';
import { YourData } from './your-data.js';

/** The person's login, and as far as the role goes, the account: its name, its programs and its data. */
export function SettingsView() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: SECURITY });
  const failure = failureOf(state);
  const { person, managed, displayName } = useViewer();
  const refreshViewer = useRefreshViewer();
  const isNotified = useIsNotified();
  const mayAdminister = useMay('ADMINISTER');
  const mayManage = useMay('MANAGE');
  // A client is exported and removed with the account that manages it.
  const isOwner = useMay('OWN') && !managed;
  const mustSetUp = person?.mustSetUpTwoFactor ?? false;
  const onTwoFactorChanged = () => {
    refresh();
    refreshViewer();
  };
  return (
    <Page
      title={t`Settings`}
      actions={
        mayAdminister && (
          <PageLink to="/settings/activity">
            <Trans>Activity of your account</Trans>
          </PageLink>
        )
      }
    >
      {mustSetUp && <SetUpNotice account={displayName} />}
      {mayManage && <Name />}
      {!mustSetUp && person && <PersonName />}
      {!mustSetUp && <TimeZone />}
      {isNotified && (
        <Panel title={t`Notifications`}>
          <Text size="sm">
            <Trans>What you are notified of in the dashboard and by e-mail, in all of your accounts.</Trans>
          </Text>
          <Group>
            <ButtonLink to="/settings/notifications" variant="default">
              <Trans>Choose your notifications</Trans>
            </ButtonLink>
          </Group>
        </Panel>
      )}
      <InThisBrowser />
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data?.twoFactor && (
        <>
          <Email asksForCode={data.twoFactor.enabledAt !== null} />
          <Password asksForCode={data.twoFactor.enabledAt !== null} onChanged={refresh} />
          <TwoFactorPanel twoFactor={data.twoFactor} onChanged={onTwoFactorChanged} />
        </>
      )}
      {data?.sessions && <Sessions sessions={data.sessions.edges.map(({ node }) => node)} onEnded={refresh} />}
      {mayAdminister && <ApprovalPolicy />}
      {mayAdminister && <RecoveryPolicy />}
      {mayManage && <LinkParameters />}
      {mayAdminister && <Applications />}
      {mayManage && <CalendarFeed />}
      {isOwner && data?.twoFactor && (
        <>
          <YourData asksForCode={data.twoFactor.enabledAt !== null} />
          <RemoveAccount asksForCode={data.twoFactor.enabledAt !== null} />
        </>
      )}
    </Page>
  );
}

const SetUpNotice = ({ account }: { account: string }) => (
  <Alert
    color="orange"
    icon={<AlertIcon />}
    title={t`Set up two-factor authentication`}
    role="status"
    styles={{ title: { color: 'var(--mantine-color-text)' } }}
  >
    <Trans>{account} requires it of all members. The rest of the account opens when yours is on.</Trans>
  </Alert>
);
