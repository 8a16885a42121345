import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './accounts-search.js';

export const accountsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/accounts',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./accounts-view.js'), 'AccountsView'),
});
