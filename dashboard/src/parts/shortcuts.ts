import { t } from '@lingui/core/macro';
import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks';

/** Whether ⌘ goes with letters, as on Apple's systems. */
export const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** The key that goes with letters, as it is written on the keyboard. */
export const modKey = (): string => (IS_MAC ? '⌘' : t`Ctrl`);

/**
 * Whether single keys are shortcuts, kept in this browser. They can be off because speech input and a slip of the hand
 * press them, too (WCAG 2.1.4).
 */
export const useHasShortcuts = () =>
  useLocalStorage({ key: 'shortcuts', defaultValue: true, getInitialValueInEffect: false });

/** Single keys, outside of fields and dialogs. */
export function useShortcuts(items: HotkeyItem[]): void {
  const [hasShortcuts] = useHasShortcuts();
  useHotkeys(hasShortcuts ? items.map(outsideDialogs) : []);
}

/** Ignores a shortcut while a dialog is open: it may show a secret, or be half filled in. */
export const outsideDialogs = ([keys, handle, options]: HotkeyItem): HotkeyItem => [
  keys,
  (event) => {
    if (!document.querySelector('[role="dialog"]')) handle(event);
  },
  options,
];
