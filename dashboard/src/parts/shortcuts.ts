import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks';

/**
 * Whether single keys are shortcuts, kept in this browser. They can be off because speech input and a slip of the hand
 * press them, too (WCAG 2.1.4).
 */
export const useHasShortcuts = () =>
  useLocalStorage({ key: 'shortcuts', defaultValue: true, getInitialValueInEffect: false });

/** Single keys, outside of fields. */
export function useShortcuts(items: HotkeyItem[]): void {
  const [hasShortcuts] = useHasShortcuts();
  useHotkeys(hasShortcuts ? items : []);
}
