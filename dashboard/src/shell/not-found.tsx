import { Container } from '@mantine/core';
import { Empty } from '../parts/empty.js';
import { PageLink } from '../parts/link.js';

export const NotFound = () => (
  <Container py="xl">
    <Empty title="There is no such page" action={<PageLink to="/">Go to the start</PageLink>}>
      The address may have been mistyped, or what it led to was removed.
    </Empty>
  </Container>
);
