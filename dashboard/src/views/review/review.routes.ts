import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/layouts.js';

/** It is open to everybody with the link. */
export const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/$token',
  component: lazyRouteComponent(() => import('./review-view.js'), 'ReviewView'),
});
