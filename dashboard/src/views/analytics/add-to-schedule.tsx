import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import type { WeeklyTime } from '../../parts/weekdays.js';
import { SCHEDULES } from './analytics.operations.js';

interface AddToScheduleProps {
  /** Of the time. */
  name: string;
  time: WeeklyTime;
}

/** Opens the form of a schedule, or of a new one, with a time added. Nothing is stored before it is saved there. */
export function AddToSchedule({ name, time: { weekday, time } }: AddToScheduleProps) {
  const [isOpen, setOpen] = useState(false);
  const [{ data }] = useQuery({ query: SCHEDULES, variables: {}, pause: !isOpen });
  const navigate = useNavigate();
  const open = (schedule?: string) =>
    void navigate({ to: '/queue', search: { schedule, add: [`${weekday} ${time}`] } });
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<PlusIcon size={14} />}
          aria-label={t`Add to a schedule: ${name}`}
        >
          <Trans>Add to a schedule</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data?.postingSchedules?.edges.map(({ node }) => (
          <Menu.Item key={node.id} onClick={() => open(node.id)}>
            {node.name}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => open()}>
          <Trans>New schedule</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
