import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useSession } from '../api/session.js';

/** Says once that the person can no longer act for the account that the window showed. */
export function LostNotice() {
  const { lost } = useSession();
  useEffect(() => {
    if (!lost) return;
    notifications.show({
      id: 'lost-account',
      color: 'orange',
      title: t`You can no longer work in ${lost.name}`,
      message: t`Your access to it has ended, so this window left it. If you still need it, ask its owner or an admin. If you are signed out, sign in again: you continue in your other accounts.`,
      autoClose: false,
      role: 'alert',
    });
  }, [lost]);
  return null;
}
