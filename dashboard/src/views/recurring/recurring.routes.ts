import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const recurringRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/recurring',
  /** `post`: the one that is to be repeated. */
  validateSearch: ({ post }: { post?: unknown }): { post?: string } => ({
    post: typeof post === 'string' && /^[0-9a-f]{24}$/.test(post) ? post : undefined,
  }),
  component: lazyRouteComponent(() => import('./recurring-view.js'), 'RecurringView'),
});
