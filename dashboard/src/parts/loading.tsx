import { Loader, type LoaderProps } from '@mantine/core';

/** In place of what is on its way. */
export const Loading = (props: LoaderProps) => <Loader role="progressbar" aria-label="Loading" {...props} />;
