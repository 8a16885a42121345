import { t } from '@lingui/core/macro';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { formatNumber } from '../../parts/formats.js';

interface MeterProps {
  label: ReactNode;
  used: number;
  /** Null, or `none`: there is no limit. */
  limit: number | null;
  none?: number;
  /** How a number is shown. */
  shown?: (value: number) => string;
}

const NEARLY = 0.8;
/** What the API returns for a plan without the limit: the largest Int. */
const NO_LIMIT = 2_147_483_647;
/** The same for bytes. */
export const NO_LIMIT_BYTES = Number.MAX_SAFE_INTEGER;

export const hasLimit = (limit: number | null, none = NO_LIMIT): limit is number => limit !== null && limit < none;

/** How much of a limit is used: in numbers, with a bar where there is a limit. */
export function Meter({ label, used, limit: given, none, shown = formatNumber }: MeterProps) {
  const limit = hasLimit(given, none) ? given : null;
  const id = useId();
  const share = limit ? used / limit : limit === 0 ? 1 : 0;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" id={id} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {limit === null
            ? shown(used)
            : share >= 1
              ? t`${shown(used)} of ${shown(limit)} (full)`
              : t`${shown(used)} of ${shown(limit)}`}
        </Text>
      </Group>
      {limit !== null && (
        <Progress.Root>
          <Progress.Section
            value={Math.min(100, share * 100)}
            color={share >= 1 ? 'red' : share >= NEARLY ? 'orange' : 'blue'}
            // Its own would be the share alone.
            withAria={false}
            role="progressbar"
            aria-labelledby={id}
            aria-valuemin={0}
            aria-valuemax={limit}
            aria-valuenow={Math.min(used, limit)}
            aria-valuetext={t`${shown(used)} of ${shown(limit)}`}
          />
        </Progress.Root>
      )}
    </Stack>
  );
}
