import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { Crash } from './crash.js';
import { START } from './navigation.js';
import { NotFound } from './not-found.js';
import { Shell } from './shell.js';

export const rootRoute = createRootRoute({ component: Outlet, errorComponent: Crash, notFoundComponent: NotFound });

/** The parent of every view that needs a session. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  errorComponent: Crash,
});

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: START, replace: true });
  },
});
