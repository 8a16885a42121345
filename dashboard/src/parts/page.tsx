import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface PageProps {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Whether another view was shown before. Nothing moves the focus when the page is opened. */
let hasNavigated = false;

/**
 * A view. Its title is also that of the browser's tab. After a navigation the title gets the focus, so that a screen
 * reader reads it, unless an element of the view has the focus.
 */
export function Page({ title, actions, children }: PageProps) {
  const view = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Social publishing`;
  }, [title]);
  useEffect(() => {
    const { activeElement } = document;
    const isOutside = activeElement === document.body ? hasNavigated : !view.current?.contains(activeElement);
    hasNavigated = true;
    if (isOutside) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap="lg" ref={view}>
      <Group justify="space-between">
        <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
