import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './operator-search.js';

const consoleRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operator',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./operator-view.js'), 'OperatorView'),
});

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operator/accounts/$userId',
  component: lazyRouteComponent(() => import('./account-view.js'), 'AccountView'),
});

const postRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operator/posts/$groupId',
  component: lazyRouteComponent(() => import('./post-view.js'), 'PostView'),
});

export const operatorRoutes = [consoleRoute, accountRoute, postRoute] as const;
