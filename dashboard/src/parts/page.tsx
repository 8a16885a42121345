import { Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { showPageInTab } from './brand.js';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** In the head, after the title: switches and fields that decide what is shown. */
  filters?: ReactNode;
  /** In the head, at its end: one primary button, and quiet ones before it. */
  actions?: ReactNode;
  /** Whether the content may be as wide as the window, as a calendar is. */
  wide?: boolean;
  children: ReactNode;
}

/** Whether another view was shown before. Nothing moves the focus when the page is opened. */
let hasNavigated = false;

/**
 * A view: a head of one row of 52 pixels, which stays in sight, and its content. The title is also that of the
 * browser's tab. After a navigation the title gets the focus, so that a screen reader reads it, unless an element of
 * the view has the focus.
 */
export function Page({ title, filters, actions, wide = false, children }: PageProps) {
  const view = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    showPageInTab(title);
  }, [title]);
  useEffect(() => {
    const { activeElement } = document;
    const isOutside = activeElement === document.body ? hasNavigated : !view.current?.contains(activeElement);
    hasNavigated = true;
    if (isOutside) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={view} data-wide={wide || undefined} className={classes.view}>
      <div className={classes.head}>
        <div className={classes.row}>
          <Title order={1} size="h4" ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {filters && <div className={classes.filters}>{filters}</div>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      </div>
      <Stack gap="lg" className={classes.content}>
        {children}
      </Stack>
    </div>
  );
}
