import { Anchor, Container } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.js';

export const NotFound = () => (
  <Container py="xl">
    <Empty
      title="There is no such page"
      action={
        <Anchor component={Link} to="/">
          Go to the start
        </Anchor>
      }
    >
      The address may have been mistyped, or what it led to was removed.
    </Empty>
  </Container>
);
