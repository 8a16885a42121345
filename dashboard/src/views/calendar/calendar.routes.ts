import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { currentTimeZone, toEntered } from '../../parts/time.js';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch, rememberedSearch } from './calendar-search.js';

export const calendarRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/calendar',
  validateSearch: parseSearch,
  beforeLoad({ search }) {
    if (Object.values(search).some((value) => value !== undefined)) return;
    const remembered = rememberedSearch(toEntered(new Date(), currentTimeZone()).slice(0, 10));
    if (remembered && Object.values(remembered).some((value) => value !== undefined)) {
      throw redirect({ to: '/calendar', search: remembered, replace: true });
    }
  },
  component: lazyRouteComponent(() => import('./calendar-view.js'), 'CalendarView'),
});
