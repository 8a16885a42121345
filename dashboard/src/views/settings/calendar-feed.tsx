import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Confirm } from '../../parts/confirm.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Panel } from '../../parts/panel.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { CALENDAR_FEED, CREATE_CALENDAR_FEED, REVOKE_CALENDAR_FEED } from './settings.operations.js';

/** The secret address at which another calendar reads the posts. */
export function CalendarFeed() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: CALENDAR_FEED });
  const [{ fetching: creating }, create] = useMutation(CREATE_CALENDAR_FEED);
  const [, revoke] = useMutation(REVOKE_CALENDAR_FEED);
  const [url, setUrl] = useState<string | null>(null);
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null);
  const feed = data?.calendarFeed;
  const failure = failureOf(state);

  const createOne = async () => {
    const result = await create({});
    const refused = failureOf(result);
    if (refused) showFailure(refused);
    else setUrl(result.data?.createCalendarFeed?.url ?? null);
    refresh();
  };
  const revokeIt = async () => {
    const refused = failureOf(await revoke({}));
    if (refused) showFailure(refused);
    else showDone(t`Address revoked`);
    refresh();
  };

  return (
    <Panel title={t`Calendar feed`}>
      <Text size="sm" c="dimmed">
        <Trans>
          A secret address at which Google Calendar, Apple Calendar or Outlook reads your scheduled posts. Anyone with
          the address can read them.
        </Trans>
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {feed && (
        <Text size="sm">
          {feed.lastReadAt ? (
            <Trans>
              Created <Time at={feed.createdAt} />, last read <Time at={feed.lastReadAt} />
            </Trans>
          ) : (
            <Trans>
              Created <Time at={feed.createdAt} />, never read
            </Trans>
          )}
        </Text>
      )}
      {data && (
        <Group>
          <Button variant="default" loading={creating} onClick={() => (feed ? setAsking('replace') : createOne())}>
            {feed ? t`Replace the address` : t`Create an address`}
          </Button>
          {feed && (
            <Button variant="default" onClick={() => setAsking('revoke')}>
              <Trans>Revoke the address</Trans>
            </Button>
          )}
        </Group>
      )}
      {asking && (
        <Confirm
          title={asking === 'replace' ? t`Replace the address` : t`Revoke the address`}
          action={asking === 'replace' ? t`Replace` : t`Revoke`}
          onConfirm={asking === 'replace' ? createOne : revokeIt}
          onClose={() => setAsking(null)}
        >
          <Trans>Calendars that read the present address show your posts no longer.</Trans>
        </Confirm>
      )}
      {url && (
        <SecretDialog
          title={t`The address is there`}
          label={t`Calendar address`}
          secret={url}
          onClose={() => {
            setUrl(null);
            refresh();
          }}
        >
          <Trans>
            Subscribe to it in your calendar. Anyone with it can read your scheduled and recently published posts.
          </Trans>
        </SecretDialog>
      )}
    </Panel>
  );
}
