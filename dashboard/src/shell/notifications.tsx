import { useRouter } from '@tanstack/react-router';
import { createContext, type MouseEvent, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';
import { useClient, useSubscription } from 'urql';
import { REFUSED_WAIT_MS } from '../api/activity.js';
import { failureOf } from '../api/failure.js';
import type { VariablesOf } from '../api/graphql.js';
import { useLiveQuery } from '../api/live-query.js';
import { useSession } from '../api/session.js';
import { showUnreadInTab } from '../parts/brand.js';
import { showFailure } from '../parts/failure-notice.js';
import { useMay } from '../parts/may.js';
import {
  MARK_READ,
  NOTIFICATION_ACTIVITY,
  NOTIFICATIONS,
  type Notification,
  type NotificationState,
} from './notifications.operations.js';
import { showNotification } from './show-notification.js';
import { useViewer } from './viewer.js';

const StateContext = createContext<NotificationState | null>(null);

/** The page with all of them. */
const ALL = '/notifications';

/** Whether there are notifications: they are the person's, and not for an operator who is signed in as the account. */
export function useIsNotified(): boolean {
  const { person, operatorSession } = useViewer();
  return useMay('READ') && person !== null && operatorSession === null;
}

/** Follows the notifications of the person, in all of their accounts, and shows each new one. */
export function NotificationsProvider({ children }: { children: ReactNode }) {
  const pause = !useIsNotified();
  const [{ data, error }, subscribeAgain] = useSubscription({ query: NOTIFICATION_ACTIVITY, pause });
  useEffect(() => {
    // At a limit, for example.
    if (!error) return undefined;
    const timer = setTimeout(subscribeAgain, REFUSED_WAIT_MS);
    return () => clearTimeout(timer);
  }, [error, subscribeAgain]);
  const state = data?.notificationActivity ?? null;
  useNews(state);
  const unread = state?.unread ?? 0;
  useEffect(() => {
    showUnreadInTab(unread);
    return () => showUnreadInTab(0);
  }, [unread]);
  return <StateContext value={state}>{children}</StateContext>;
}

/** Shows the newest notification if it was not there before, and has what it is about fetched again. */
function useNews(state: NotificationState | null): void {
  const { activity } = useSession();
  const open = useOpen();
  const before = useRef<NotificationState>(null);
  useEffect(() => {
    const last = before.current;
    before.current = state;
    if (!last || !state?.latest || state.latest.readAt !== null) return;
    if (state.latest.createdAt <= (last.latest?.createdAt ?? '')) return;
    activity?.refresh();
    showNotification(state.latest, open);
  }, [state, activity, open]);
}

const NONE: NotificationState = { unread: 0, latest: null };

/** How many are unread, and the newest one. */
export const useNotificationState = (): NotificationState => useContext(StateContext) ?? NONE;

/** A page of the notifications, which stays up to date. */
export function useNotifications(variables: VariablesOf<typeof NOTIFICATIONS>) {
  const { data, refreshSoon, ...live } = useLiveQuery({ query: NOTIFICATIONS, variables });
  const state = useContext(StateContext);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) refreshSoon();
    before.current = state;
  }, [state, refreshSoon]);
  return { ...live, page: data?.notifications };
}

/** Returns a function that marks notifications as read. */
export function useMarkRead() {
  const client = useClient();
  return useCallback(
    async (input: VariablesOf<typeof MARK_READ>['input']): Promise<void> => {
      const failure = failureOf(await client.mutation(MARK_READ, { input }).toPromise());
      if (failure) showFailure(failure);
    },
    [client],
  );
}

/** Returns a function that opens what a notification is about, in its account, and marks it as read. */
function useOpen() {
  const { history } = useRouter();
  const markRead = useMarkRead();
  return useCallback(
    (notification: Notification): void => {
      if (notification.readAt === null) void markRead({ ids: [notification.id] });
      history.push(pageOf(notification));
    },
    [history, markRead],
  );
}

const pageOf = ({ action }: Notification): string => action?.path ?? ALL;

/** What makes a link of an element: it opens what a notification is about, also in another window, and marks it as read. */
export function useNotificationLink(notification: Notification, onOpened?: () => void) {
  const open = useOpen();
  const markRead = useMarkRead();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      if (notification.readAt === null) void markRead({ ids: [notification.id] });
      return;
    }
    event.preventDefault();
    onOpened?.();
    open(notification);
  };
  return { href: pageOf(notification), onClick };
}

/** Whether the person is to read in which account something happened. */
export function useIsInSeveral(): boolean {
  const { accounts, managed } = useViewer();
  return accounts.length > 1 || managed;
}
