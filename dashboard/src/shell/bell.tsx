import { t } from '@lingui/core/macro';
import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BellIcon } from '@primer/octicons-react';
import { lazy, Suspense } from 'react';
import { formatNumber, shortCount } from '../parts/formats.js';
import { Loading } from '../parts/loading.js';
import { useIsNotified, useNotificationState } from './notifications.js';
import classes from './notifications.module.css';

const NotificationPanel = lazy(async () => ({ default: (await import('./notification-panel.js')).NotificationPanel }));

/** How many notifications are unread, and the newest ones. */
export function Bell() {
  const isNotified = useIsNotified();
  const { unread } = useNotificationState();
  const [isOpen, { toggle, close }] = useDisclosure();
  if (!isNotified) return null;
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-start"
      middlewares={{ shift: { padding: 8 }, flip: true }}
      width="min(24rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          className={classes.bell}
          aria-label={unread > 0 ? t`Notifications, ${formatNumber(unread)} unread` : t`Notifications`}
          onClick={toggle}
        >
          <BellIcon />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {shortCount(unread)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.panel}>
        <Suspense fallback={<Loading />}>
          <NotificationPanel onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
