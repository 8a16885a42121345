import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { outsideDialogs, useShortcuts } from '../parts/shortcuts.js';

const Palette = lazy(() => import('./palette.js').then((module) => ({ default: module.Palette })));
const ShortcutList = lazy(() => import('./shortcut-list.js').then((module) => ({ default: module.ShortcutList })));

export type ShownCommands = 'palette' | 'shortcuts' | null;

interface CommandKeysProps {
  shown: ShownCommands;
  onShow: (shown: ShownCommands) => void;
}

/** Ctrl+K shows the palette, also from a field, and `?` the shortcuts. Both are loaded when they are opened. */
export function CommandKeys({ shown, onShow }: CommandKeysProps) {
  const close = () => onShow(null);
  useHotkeys([outsideDialogs(['mod+K', () => onShow('palette')])], []);
  // Keyboards have it with and without Shift.
  useShortcuts(['?', 'shift+?'].map((keys): HotkeyItem => [keys, () => onShow('shortcuts')]));
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={close} onShowShortcuts={() => onShow('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutList onClose={close} />}
    </Suspense>
  );
}
