import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { Crash } from './crash.js';
import { START } from './navigation.js';
import { NotFound } from './not-found.js';
import { Shell } from './shell.js';

export const rootRoute = createRootRoute({
  // Every page opens in the account that the address names (shell/use-account-in-address.ts).
  validateSearch: ({ account }: { account?: unknown }): { account?: string } => ({
    account: typeof account === 'string' ? account : undefined,
  }),
  component: Outlet,
  errorComponent: Crash,
  notFoundComponent: NotFound,
});

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
    throw redirect({ to: START, search: true, replace: true });
  },
});
