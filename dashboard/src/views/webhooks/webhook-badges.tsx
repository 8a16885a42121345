import { Badge } from '@mantine/core';
import { AlertIcon, CheckIcon, ClockIcon, type Icon, SkipIcon, XIcon } from '@primer/octicons-react';
import { plural } from '../../parts/act-on-all.js';
import type { Delivery } from './webhooks.operations.js';

interface Look {
  label: string;
  color: string;
  icon: Icon;
}

/** How a status of a delivery is shown. Never by colour alone. */
export const DELIVERY_STATUS: Record<Delivery['status'], Look> = {
  PENDING: { label: 'Pending', color: 'blue', icon: ClockIcon },
  DELIVERED: { label: 'Delivered', color: 'green', icon: CheckIcon },
  FAILED: { label: 'Failed', color: 'red', icon: XIcon },
  SKIPPED: { label: 'Skipped', color: 'gray', icon: SkipIcon },
};

const LookBadge = ({ look: { label, color, icon: Icon } }: { look: Look }) => (
  <Badge variant="light" color={color} c="var(--mantine-color-text)" leftSection={<Icon size={12} />}>
    {label}
  </Badge>
);

export const DeliveryBadge = ({ status }: Pick<Delivery, 'status'>) => <LookBadge look={DELIVERY_STATUS[status]} />;

export const WebhookBadge = ({ isActive }: { isActive: boolean }) => (
  <LookBadge
    look={
      isActive
        ? { label: 'Active', color: 'green', icon: CheckIcon }
        : { label: 'Switched off', color: 'orange', icon: SkipIcon }
    }
  />
);

export const FailuresBadge = ({ count }: { count: number }) => (
  <LookBadge look={{ label: `${plural(count, 'failure')} in a row`, color: 'orange', icon: AlertIcon }} />
);
