import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './queue-search.js';

export const queueRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/queue',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./queue-view.js'), 'QueueView'),
});
