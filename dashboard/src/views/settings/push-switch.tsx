import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { useIsNotified } from '../../shell/notifications.js';
import { type PushPermission, pushPermission, subscribe, unsubscribe } from '../../shell/push.js';
import { PUSH_SUBSCRIPTION } from '../../shell/push.operations.js';
import { useViewer } from '../../shell/viewer.js';

const HINTS: Record<PushPermission, MessageDescriptor> = {
  unsupported: msg`This browser has no push notifications. On an iPhone or iPad, add the dashboard to the home screen and open it there.`,
  denied: msg`This browser blocks notifications of this site. Allow them in its settings, then reload the page.`,
  default: msg`Shows the kinds with “Push” below, also while the dashboard is closed, until you sign out here.`,
  granted: msg`Shows the kinds with “Push” below, also while the dashboard is closed, until you sign out here.`,
};

/** Whether this browser shows notifications while the dashboard is closed. */
export function PushSwitch() {
  const client = useClient();
  const { person } = useViewer();
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: PUSH_SUBSCRIPTION, pause: !useIsNotified() });
  const [permission, setPermission] = useState(pushPermission);
  /** What is being changed to; null: nothing. */
  const [changing, setChanging] = useState<boolean | null>(null);
  const failure = failureOf(state);
  const isPossible = permission === 'default' || permission === 'granted';
  const subscribedAt = data?.pushSubscription?.subscribedAt ?? null;
  const isOn = permission === 'granted' && subscribedAt !== null;

  const change = async (toOn: boolean) => {
    setChanging(toOn);
    try {
      if (toOn) {
        const answered = await Notification.requestPermission();
        setPermission(answered);
        if (answered !== 'granted') return;
      }
      const refusal = toOn ? await subscribe(client, person?.memberId ?? '') : await unsubscribe(client);
      if (refusal) showFailure(refusal);
      else showDone(toOn ? t`This browser is notified` : t`This browser is not notified any more`);
      refresh();
    } finally {
      setChanging(null);
    }
  };

  return (
    <Panel title={t`Push`}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      <Switch
        label={t`Notify this browser`}
        description={t(HINTS[permission])}
        checked={changing ?? isOn}
        disabled={!isPossible || !data || changing !== null}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </Panel>
  );
}
