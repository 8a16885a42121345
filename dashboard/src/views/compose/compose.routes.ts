import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

const newRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/compose',
  /** `at`: the instant that is proposed; the calendar gives that of the hour. */
  validateSearch: ({ at }: { at?: unknown }): { at?: string } => ({
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : undefined,
  }),
  component: lazyRouteComponent(() => import('./compose-view.js'), 'NewView'),
});

const editRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/compose/$postGroupId',
  /** The platform id of the account whose text is to be changed. */
  validateSearch: ({ target }: { target?: unknown }): { target?: string } => ({
    target: typeof target === 'string' ? target.slice(0, 500) : undefined,
  }),
  component: lazyRouteComponent(() => import('./compose-view.js'), 'EditView'),
});

export const composeRoutes = [newRoute, editRoute] as const;
