import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** In place of a list that has nothing: says what it is for, and leads to the first thing in it. */
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
