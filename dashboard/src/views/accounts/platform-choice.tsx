import { t } from '@lingui/core/macro';
import { Button, Stack, Text } from '@mantine/core';
import { ChevronRightIcon } from '@primer/octicons-react';
import { type Platform, platformName } from '../../parts/platform.js';
import type { Connectable } from './accounts.operations.js';

interface PlatformChoiceProps {
  platforms: Connectable[];
  /** Those of the plan. */
  included: Platform[];
  planName: string;
  onChoose: (platform: Platform) => void;
}

/** The platforms that accounts can be connected on; then those that they cannot, each with the reason. */
export function PlatformChoice({ platforms, included, planName, onChoose }: PlatformChoiceProps) {
  const sorted = platforms.toSorted((one, other) => one.platform.localeCompare(other.platform));
  const reasonOf = (one: Connectable) =>
    !included.includes(one.platform)
      ? t`Your plan (${planName}) does not include it.`
      : isSetUp(one)
        ? null
        : t`Not set up: the operator of this service has to register an app there, and set ${one.platform}_CLIENT_ID and ${one.platform}_CLIENT_SECRET.`;
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Platforms`}>
      {sorted.map(
        (one) =>
          reasonOf(one) === null && (
            <li key={one.platform}>
              <Button
                fullWidth
                variant="default"
                justify="space-between"
                rightSection={<ChevronRightIcon />}
                onClick={() => onChoose(one.platform)}
              >
                {platformName(one.platform)}
              </Button>
            </li>
          ),
      )}
      {sorted.map((one) => {
        const reason = reasonOf(one);
        return (
          reason && (
            <li key={one.platform}>
              <Text fw={500}>{platformName(one.platform)}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {reason}
              </Text>
            </li>
          )
        );
      })}
    </Stack>
  );
}

/** Whether there is a way to connect accounts without anything from the operator. */
const isSetUp = ({ fields, login }: Connectable): boolean => fields.length > 0 || login?.configured === true;
