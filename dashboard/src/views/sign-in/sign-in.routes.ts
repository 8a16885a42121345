import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/layouts.js';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ returnTo }: { returnTo?: unknown }): { returnTo?: string } => ({
    // An omitted key would keep the value in the address.
    returnTo: isPathHere(returnTo) ? returnTo : undefined,
  }),
  component: lazyRouteComponent(() => import('./sign-in-view.js'), 'SignInView'),
});

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password-view.js'), 'ForgotPasswordView'),
});

/** Whether it is a path of this dashboard, and no address that leads elsewhere. */
const isPathHere = (path: unknown): path is string =>
  typeof path === 'string' && path.startsWith('/') && new URL(path, location.origin).origin === location.origin;
