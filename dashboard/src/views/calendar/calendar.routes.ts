import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './calendar-search.js';

export const calendarRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/calendar',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./calendar-view.js'), 'CalendarView'),
});
