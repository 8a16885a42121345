import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export interface ManagedUsersSearch {
  text?: string;
  /** The cursor of the last user of the page before. */
  after?: string;
}

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/managed-users',
  // A key that is left out would keep what the address has.
  validateSearch: ({ text, after }: Record<string, unknown>): ManagedUsersSearch => ({
    text: text === undefined ? undefined : String(text).slice(0, 200),
    after: typeof after === 'string' ? after : undefined,
  }),
  component: lazyRouteComponent(() => import('./managed-users-view.js'), 'ManagedUsersView'),
});

const userRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/managed-users/$userId',
  component: lazyRouteComponent(() => import('./managed-user-view.js'), 'ManagedUserView'),
});

export const managedUsersRoutes = [listRoute, userRoute] as const;
