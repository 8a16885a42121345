import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './analytics-search.js';

export const analyticsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/analytics',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./analytics-view.js'), 'AnalyticsView'),
});
