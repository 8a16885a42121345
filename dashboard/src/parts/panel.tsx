import { Group, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  /** Whether its content is outdated and the new one is fetched. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A part of a page, with a title. */
export function Panel({ title, actions, isBusy = false, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id} aria-busy={isBusy}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
