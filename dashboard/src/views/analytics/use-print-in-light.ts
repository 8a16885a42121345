import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

const SCHEME = 'mantineColorScheme';

/** Prints in the colors of the light theme: paper is white. */
export function usePrintInLight(): void {
  const before = useRef<string | undefined>(undefined);
  useWindowEvent('beforeprint', () => {
    before.current = document.documentElement.dataset[SCHEME];
    document.documentElement.dataset[SCHEME] = 'light';
  });
  useWindowEvent('afterprint', () => {
    if (before.current) document.documentElement.dataset[SCHEME] = before.current;
  });
}
