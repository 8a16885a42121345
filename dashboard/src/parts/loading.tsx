import { Loader, type LoaderProps } from '@mantine/core';

/** Shown until data has loaded. */
export const Loading = (props: LoaderProps) => <Loader role="progressbar" aria-label="Loading" {...props} />;
