import { Box, Text } from '@mantine/core';
import { Panel } from '../../parts/panel.js';
import { TimeZoneSelect } from '../../parts/time-zone-select.js';

/** In which zone the account reads and enters times. */
export function TimeZone() {
  return (
    <Panel title="Time zone">
      <Text c="dimmed">For all times here and in e-mails, on each of your devices.</Text>
      <Box maw="24rem">
        <TimeZoneSelect />
      </Box>
    </Panel>
  );
}
