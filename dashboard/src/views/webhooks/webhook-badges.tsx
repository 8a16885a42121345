import { plural, t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import { AlertIcon, CheckIcon, ClockIcon, type Icon, SkipIcon, XIcon } from '@primer/octicons-react';
import type { Delivery } from './webhooks.operations.js';

interface Look {
  label: string;
  color: string;
  icon: Icon;
}

/** How a status of a delivery is shown. Never by colour alone. */
export const DELIVERY_STATUS: Record<Delivery['status'], Look> = {
  PENDING: {
    get label() {
      return t`Pending`;
    },
    color: 'blue',
    icon: ClockIcon,
  },
  DELIVERED: {
    get label() {
      return t`Delivered`;
    },
    color: 'green',
    icon: CheckIcon,
  },
  FAILED: {
    get label() {
      return t`Failed`;
    },
    color: 'red',
    icon: XIcon,
  },
  SKIPPED: {
    get label() {
      return t`Skipped`;
    },
    color: 'gray',
    icon: SkipIcon,
  },
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
        ? { label: t`Active`, color: 'green', icon: CheckIcon }
        : { label: t`Switched off`, color: 'orange', icon: SkipIcon }
    }
  />
);

export const FailuresBadge = ({ count }: { count: number }) => (
  <LookBadge
    look={{
      label: plural(count, { one: '# failure in a row', other: '# failures in a row' }),
      color: 'orange',
      icon: AlertIcon,
    }}
  />
);
