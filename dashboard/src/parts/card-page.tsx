import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { BRAND_NAME, Mark, showPageInTab } from './brand.js';
import classes from './card-page.module.css';

interface CardPageProps {
  title: string;
  /** Decoration beside the form, where the window has room for it. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A page without the navigation, with one form, such as the sign-in. */
export function CardPage({ title, beside, children }: CardPageProps) {
  useEffect(() => {
    showPageInTab(title);
  }, [title]);
  return (
    <main className={classes.page} data-two={beside ? true : undefined}>
      <Stack gap="lg" className={classes.card}>
        <Stack gap="md">
          <Mark size={40} />
          <Stack gap={2}>
            <Text c="dimmed">{BRAND_NAME}</Text>
            <Title order={1}>{title}</Title>
          </Stack>
        </Stack>
        {children}
      </Stack>
      {beside && <div className={classes.beside}>{beside}</div>}
    </main>
  );
}
