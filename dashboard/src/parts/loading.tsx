import { t } from '@lingui/core/macro';
import { Skeleton, Stack } from '@mantine/core';

interface LoadingProps {
  /** The number of rows that the content will have, as far as it is known. */
  rows?: number;
  /** The height of a row, in pixels. */
  height?: number;
}

/** Shown in the place of rows until they have loaded, so that the page does not jump. */
export const Loading = ({ rows = 4, height = 56 }: LoadingProps) => (
  <Stack gap="xs" w="100%" role="progressbar" aria-label={t`Loading`}>
    {Array.from({ length: rows }, (_, row) => (
      // Rows have no other identity.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Skeleton key={row} height={height} opacity={1 - row / (rows + 1)} />
    ))}
  </Stack>
);
