import { Text } from '@mantine/core';
import { hasLimit } from './meter.js';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format;

interface ShareProps {
  used: number;
  limit: number | null;
  none?: number;
  /** What is compared with the limit, if it is not the number above. */
  of?: string;
}

/** How much of the limit of the plan a number is; nothing without a limit. */
export const Share = ({ used, limit, none, of }: ShareProps) =>
  hasLimit(limit, none) &&
  limit > 0 && (
    <Text size="xs" c="dimmed">
      {of}
      {percent(used / limit)}
    </Text>
  );
