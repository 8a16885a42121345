import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Text } from '@mantine/core';
import { Panel } from '../../parts/panel.js';
import { TimeZoneSelect } from '../../parts/time-zone-select.js';

/** In which zone the account reads and enters times. */
export function TimeZone() {
  return (
    <Panel title={t`Time zone`}>
      <Text c="dimmed">
        <Trans>For all times here and in e-mails, on each of your devices.</Trans>
      </Text>
      <Box maw="24rem">
        <TimeZoneSelect />
      </Box>
    </Panel>
  );
}
