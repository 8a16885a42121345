import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type Icon, InboxIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  /** What the list is for, in a sentence. */
  children: ReactNode;
  /** The first step: a button, or a link that looks like one. */
  action?: ReactNode;
  icon?: Icon;
  /** The level of the title. */
  order?: 1 | 2;
}

/** Replaces an empty list: says what the list is for, and offers the first step. */
export const Empty = ({ title, children, action, icon: Sign = InboxIcon, order = 2 }: EmptyProps) => (
  <Stack align="center" gap="xs" py={64} ta="center">
    <ThemeIcon size={44} radius="lg" variant="light" aria-hidden mb={4}>
      <Sign size={20} />
    </ThemeIcon>
    <Title order={order} size="h3">
      {title}
    </Title>
    <Text c="dimmed" maw="28rem">
      {children}
    </Text>
    {action && <div style={{ marginTop: 8 }}>{action}</div>}
  </Stack>
);
