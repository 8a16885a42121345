import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Container } from '@mantine/core';
import { Empty } from '../parts/empty.js';
import { PageLink } from '../parts/link.js';

export const NotFound = () => (
  <Container component="main" py="xl">
    <Empty
      order={1}
      title={t`There is no such page`}
      action={
        <PageLink to="/">
          <Trans>Go to the start</Trans>
        </PageLink>
      }
    >
      <Trans>The address may have been mistyped, or what it led to was removed.</Trans>
    </Empty>
  </Container>
);
