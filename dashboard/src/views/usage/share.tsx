import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { LOCALE } from '../../language/language.js';
import { hasLimit } from './meter.js';

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 }).format;

interface ShareProps {
  used: number;
  limit: number | null;
  none?: number;
  /** Whether it is of the fullest account, and not of the number above. */
  ofFullest?: boolean;
}

/** How much of the limit of the plan a number is; nothing without a limit. */
export const Share = ({ used, limit, none, ofFullest = false }: ShareProps) =>
  hasLimit(limit, none) &&
  limit > 0 && (
    <Text size="xs" c="dimmed">
      {ofFullest ? t`fullest account ${percent(used / limit)}` : percent(used / limit)}
    </Text>
  );
