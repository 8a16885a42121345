import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** A page without the navigation, with one form, such as the sign-in. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Social publishing`;
  }, [title]);
  return (
    <Container component="main" size={420} py="10vh">
      <Stack>
        <Text ta="center" fw={600}>
          Social publishing
        </Text>
        <Paper withBorder p="lg" radius="md">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Container>
  );
}
