import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Replaces an empty list: says what the list is for, and offers the first step. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
