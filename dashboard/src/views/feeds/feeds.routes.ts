import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const feedsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/feeds',
  component: lazyRouteComponent(() => import('./feeds-view.js'), 'FeedsView'),
});
