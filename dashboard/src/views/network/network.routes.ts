import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './network-search.js';

export const networkRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/network',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./network-view.js'), 'NetworkView'),
});
