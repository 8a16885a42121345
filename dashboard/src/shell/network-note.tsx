import { t } from '@lingui/core/macro';
import { useNetwork } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useEffect, useSyncExternalStore } from 'react';
import { isWaiting, onWaiting } from '../api/patient-fetch.js';

const OFFLINE = 'offline';
const WAITING = 'waiting';

/**
 * Says what happens next while the browser is offline, and while queries wait for the limit of requests. The page stays
 * as it is.
 */
export function NetworkNote() {
  const { online } = useNetwork();
  const isLimited = useSyncExternalStore(onWaiting, isWaiting);
  useNote(!online, OFFLINE, {
    title: t`You are offline`,
    message: t`Pages load by themselves when the connection is back. What you write is kept in this browser; nothing is sent until you press the button again.`,
    color: 'orange',
  });
  useNote(isLimited, WAITING, {
    title: t`Too many requests`,
    message: t`This page loads the rest by itself in a moment.`,
    color: 'gray',
    loading: true,
  });
  return null;
}

function useNote(
  isShown: boolean,
  id: string,
  { title, message, color, loading }: { title: string; message: string; color: string; loading?: boolean },
): void {
  useEffect(() => {
    if (!isShown) return undefined;
    notifications.show({ id, title, message, color, loading, autoClose: false, role: 'status' });
    return () => {
      notifications.hide(id);
    };
  }, [isShown, id, title, message, color, loading]);
}
