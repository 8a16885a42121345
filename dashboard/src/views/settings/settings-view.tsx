import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { Applications } from './applications.js';
import { CalendarFeed } from './calendar-feed.js';
import { Email } from './email.js';
import { InThisBrowser } from './in-this-browser.js';
import { Name } from './name.js';
import { Password } from './password.js';
import { RemoveAccount } from './remove-account.js';
import { Sessions } from './sessions.js';
import { SECURITY } from './settings.operations.js';
import { TimeZone } from './time-zone.js';
import { TwoFactorPanel } from './two-factor.js';
import { YourData } from './your-data.js';

/** The account of the person: who it is, how they sign in, and how the dashboard looks. */
export function SettingsView() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: SECURITY });
  const failure = failureOf(state);
  return (
    <Page title="Settings" actions={<PageLink to="/settings/activity">Activity of your account</PageLink>}>
      <Name />
      <TimeZone />
      <InThisBrowser />
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data?.twoFactor && (
        <>
          <Email asksForCode={data.twoFactor.enabledAt !== null} />
          <Password asksForCode={data.twoFactor.enabledAt !== null} onChanged={refresh} />
          <TwoFactorPanel twoFactor={data.twoFactor} onChanged={refresh} />
        </>
      )}
      {data?.sessions && <Sessions sessions={data.sessions.edges.map(({ node }) => node)} onEnded={refresh} />}
      <Applications />
      <CalendarFeed />
      {data?.twoFactor && (
        <>
          <YourData asksForCode={data.twoFactor.enabledAt !== null} />
          <RemoveAccount asksForCode={data.twoFactor.enabledAt !== null} />
        </>
      )}
    </Page>
  );
}
