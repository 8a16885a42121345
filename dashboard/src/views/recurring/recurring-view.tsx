import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { ButtonLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { RecurrenceCard } from './recurrence-card.js';
import { RECURRENCES } from './recurring.operations.js';
import { RepeatForm } from './repeat-form.js';

const route = getRouteApi('/signed-in/recurring');
const PAGE_SIZE = 25;
const MOST = 100;

/** Posts that are repeated by a rule, and a form for another one. */
export function RecurringView() {
  const { post } = route.useSearch();
  const navigate = useNavigate();
  const mayWrite = useMay('DRAFT');
  const [first, setFirst] = useState(PAGE_SIZE);
  const { data, failure, refresh } = useLiveQuery({ query: RECURRENCES, variables: { first } });
  const recurrences = data?.recurrences?.edges.map(({ node }) => node);
  const close = () => void navigate({ to: '/recurring', search: {} });
  return (
    <Page
      title={t`Recurring posts`}
      actions={
        mayWrite && (
          <ButtonLink size="xs" variant="default" to="/compose">
            <Trans>New post</Trans>
          </ButtonLink>
        )
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!recurrences && !failure && <Loading />}
      {recurrences?.length === 0 && (
        <Empty title={t`No recurring post yet`}>
          <Trans>
            A recurring post is created again and again: every day, every week or every month. Write a post, and choose
            “Repeat” where its time is.
          </Trans>
        </Empty>
      )}
      {recurrences && recurrences.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Recurring posts`}>
          {recurrences.map((recurrence) => (
            <RecurrenceCard key={recurrence.id} recurrence={recurrence} onChanged={refresh} />
          ))}
        </Stack>
      )}
      {recurrences && recurrences.length < (data?.recurrences?.totalCount ?? 0) && (
        <Button variant="default" onClick={() => setFirst(MOST)}>
          <Trans>Show all</Trans>
        </Button>
      )}
      {post && mayWrite && (
        <RepeatForm
          of={{ postGroupId: post }}
          onSaved={() => {
            close();
            refresh();
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}
