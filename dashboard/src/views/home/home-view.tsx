import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PencilIcon } from '@primer/octicons-react';
import { useEffect, useMemo, useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { ButtonLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { useTimeZone } from '../../parts/time.js';
import { useViewer } from '../../shell/viewer.js';
import { Accounts } from './accounts.js';
import { Attention } from './attention.js';
import { Checklist } from './checklist.js';
import { Clients } from './clients.js';
import { dateOf, daysAround } from './days.js';
import classes from './home.module.css';
import { CLIENTS, type Clients as ClientsOnHome, HOME, type Home } from './home.operations.js';
import { LastDays } from './last-days.js';
import { problemsOf } from './problems.js';
import { QuickPost } from './quick-post.js';
import { Results } from './results.js';
import { stepsOf } from './steps.js';
import { Upcoming } from './upcoming.js';
import { Waiting } from './waiting.js';

/** Accounts end and webhooks are switched off without an event. */
const REFRESH_MS = 60_000;

/** How it is going: what is planned, what needs the person, and the last 30 days. */
export function HomeView() {
  const timeZone = useTimeZone();
  const mayWrite = useMay('DRAFT');
  const today = useToday(timeZone);
  const variables = useMemo(() => daysAround(today, timeZone), [today, timeZone]);
  const { data, failure, refresh } = useLiveQuery({ query: HOME, variables }, REFRESH_MS);
  const clients = useClientsOnHome();
  return (
    <Page
      title={t`Home`}
      actions={
        mayWrite && (
          <ButtonLink to="/compose" leftSection={<PencilIcon />}>
            <Trans>New post</Trans>
          </ButtonLink>
        )
      }
    >
      {failure && !data && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading rows={3} height={160} />}
      {clients && <Clients clients={clients} />}
      {data && <Content home={data} today={today} hasClients={(clients?.clientsSummary?.clients ?? 0) > 0} />}
    </Page>
  );
}

/** Of an agency; undefined for any other account, and in a client. */
function useClientsOnHome(): ClientsOnHome | undefined {
  const { workspaceAccess, managed } = useViewer();
  const isAgency = workspaceAccess && !managed;
  const { data } = useLiveQuery({ query: CLIENTS, variables: {}, pause: !isAgency }, REFRESH_MS);
  return isAgency ? data : undefined;
}

interface ContentProps {
  home: Home;
  today: string;
  hasClients: boolean;
}

function Content({ home, today, hasClients }: ContentProps) {
  const viewer = useViewer();
  const mayWrite = useMay('DRAFT');
  const accounts = (home.connectedAccounts?.edges ?? []).map(({ node }) => node);
  const total = home.connectedAccounts?.totalCount ?? 0;
  const steps = stepsOf(home, viewer.permissions);
  const problems = problemsOf(home, viewer);
  // An agency may have no channels itself.
  const isBeginning = !hasClients && steps.some(({ isDone }) => !isDone);
  return (
    <>
      {isBeginning && <Checklist steps={steps} />}
      {problems.length > 0 && <Attention problems={problems} />}
      <Waiting />
      {total > 0 && (
        <div className={classes.columns}>
          <div className={classes.column}>
            {mayWrite && <QuickPost platformIds={total === 1 ? accounts.map(({ platformId }) => platformId) : []} />}
            <Upcoming ended={home.ended} planned={home.planned} today={today} />
          </div>
          <div className={classes.column}>
            <Accounts accounts={accounts} total={total} ending={home.ending} />
            <LastDays outcomes={home.outcomes} before={home.outcomesBefore} />
            <Results today={today} />
          </div>
        </div>
      )}
    </>
  );
}

/** The date in the time zone; it changes at midnight. */
function useToday(timeZone: string): string {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return dateOf(now, timeZone);
}
