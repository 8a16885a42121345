import { t } from '@lingui/core/macro';
import { formatNumber, formatPercent } from '../parts/formats.js';

/**
 * A number against that of the period before, in words: `+12%`. Nothing is a share of 0: then it is the difference. Null:
 * one of them was not given.
 */
export function changeOf(now: number | null, before: number | null, format = formatNumber): string | null {
  if (now === null || before === null) return null;
  if (now === before) return t`No change`;
  if (before === 0) return `+${format(now)}`;
  return formatPercent((now - before) / before, { signed: true });
}
