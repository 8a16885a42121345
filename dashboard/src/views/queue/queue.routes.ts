import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const queueRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/queue',
  /** `schedule`: the one whose queue is shown; left out: the oldest. */
  validateSearch: ({ schedule }: { schedule?: unknown }): { schedule?: string } => ({
    schedule: typeof schedule === 'string' && /^[0-9a-f]{24}$/.test(schedule) ? schedule : undefined,
  }),
  component: lazyRouteComponent(() => import('./queue-view.js'), 'QueueView'),
});
