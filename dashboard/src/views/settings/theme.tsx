import { Group, type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Panel } from '../../parts/panel.js';

const THEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Kept in this browser. */
export function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title="Theme">
      <Group>
        <SegmentedControl aria-label="Theme" data={THEMES} value={colorScheme} onChange={setColorScheme} />
      </Group>
    </Panel>
  );
}
