import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './managed-users-search.js';

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/managed-users',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./managed-users-view.js'), 'ManagedUsersView'),
});

const userRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/managed-users/$userId',
  component: lazyRouteComponent(() => import('./managed-user-view.js'), 'ManagedUserView'),
});

export const managedUsersRoutes = [listRoute, userRoute] as const;
