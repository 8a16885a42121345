import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Provider } from 'urql';
import { type Activity, type ActivityListener, type Connection, followActivity } from './activity.js';
import { openApi } from './client.js';

interface Session {
  /** An operation was refused because there is no session, or it has ended. */
  ended: boolean;
  /** After a sign-in or sign-out: discards all loaded data, in every window. */
  renew: () => void;
  activity: Activity | null;
  /** Starts to follow events of the account. Returns a function that stops it. */
  followActivity: () => () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Provides a GraphQL client to all components below it, and a new one after `renew`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [number, setNumber] = useState(0);
  const [endedNumber, setEndedNumber] = useState<number | null>(null);
  const [activity, setActivity] = useState<Activity | null>(null);
  const api = useMemo(() => openApi(() => setEndedNumber(number)), [number]);
  // It rejects if its connection is refused meanwhile.
  useEffect(() => () => void Promise.resolve(api.socket.dispose()).catch(() => undefined), [api]);

  // The other windows of this browser have the session of this one.
  const others = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel('session');
    channel.onmessage = () => setNumber((before) => before + 1);
    others.current = channel;
    return () => channel.close();
  }, []);
  const renew = useCallback(() => {
    setNumber((before) => before + 1);
    others.current?.postMessage('renewed');
  }, []);
  const follow = useCallback(() => {
    const started = followActivity(api);
    setActivity(started);
    return () => {
      started.stop();
      setActivity(null);
    };
  }, [api]);
  const session = useMemo(
    () => ({ ended: endedNumber === number, renew, activity, followActivity: follow }),
    [endedNumber, number, renew, activity, follow],
  );
  return (
    <SessionContext value={session}>
      <Provider key={number} value={api.client}>
        {children}
      </Provider>
    </SessionContext>
  );
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Calls the listener while the component is mounted. The listener must be stable: useCallback. */
export function useActivity(listener: ActivityListener): void {
  const { activity } = useSession();
  useEffect(() => activity?.follow(listener), [activity, listener]);
}

const never = () => () => undefined;

export function useConnection(): Connection {
  const { activity } = useSession();
  return useSyncExternalStore(activity?.onConnection ?? never, () => activity?.connection() ?? 'connecting');
}
