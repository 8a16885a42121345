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
import { type Acting, forgetActing, readActing, writeActing } from './acting.js';
import { type Activity, type ActivityListener, type Connection, followActivity } from './activity.js';
import { openApi } from './client.js';

interface Session {
  /** An operation was refused because there is no session, or it has ended. */
  ended: boolean;
  /** After a sign-in: discards all loaded data, in every window. `email`: who has signed in. */
  renew: (email?: string) => void;
  /** After a sign-out: as `renew`, and each window forgets the account that it acted for. */
  leave: () => void;
  /** The account that this window acts for; null: the person's own. */
  acting: Acting | null;
  /** Makes this window act for an account, or for the person's own, and discards all loaded data of it. */
  actFor: (...choice: Parameters<typeof writeActing>) => void;
  /** The account that this window acted for until the person lost the access to it; null: none. */
  lost: { name: string } | null;
  activity: Activity | null;
  /** Starts to follow events of the account. Returns a function that stops it. */
  followActivity: () => () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Of one client. Another number is another client. */
interface Round {
  number: number;
  acting: Acting | null;
  lost: Session['lost'];
}

/** What a window sends to the others of this browser, which have the same session. */
type Message = 'renewed' | 'left';

/** Provides a GraphQL client to all components below it, and a new one after `renew`, `leave` and `actFor`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [{ number, acting, lost }, setRound] = useState<Round>(() => ({ number: 0, acting: readActing(), lost: null }));
  const [endedNumber, setEndedNumber] = useState<number | null>(null);
  const [activity, setActivity] = useState<Activity | null>(null);
  const begin = useCallback(
    (next: Acting | null) => setRound((before) => ({ number: before.number + 1, acting: next, lost: null })),
    [],
  );
  const userId = acting?.userId ?? null;
  const api = useMemo(
    () =>
      openApi(userId, {
        onSessionEnded: () => setEndedNumber(number),
        onAccountLost: (ofShown) =>
          setRound((before) => {
            if (before.number !== number) return before;
            writeActing(null);
            const name = before.acting?.name ?? ofShown;
            return { number: number + 1, acting: null, lost: name === null ? null : { name } };
          }),
      }),
    [number, userId],
  );
  // It rejects if its connection is refused meanwhile.
  useEffect(() => () => void Promise.resolve(api.socket.dispose()).catch(() => undefined), [api]);

  const others = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel('session');
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'left') forgetActing();
      begin(readActing());
    };
    others.current = channel;
    return () => channel.close();
  }, [begin]);
  const announce = useCallback((message: Message) => others.current?.postMessage(message), []);
  const renew = useCallback(
    (email?: string) => {
      const chosen = readActing();
      const isOfAnother = email !== undefined && chosen !== null && chosen.email !== email.trim().toLowerCase();
      if (isOfAnother) writeActing(null);
      begin(isOfAnother ? null : chosen);
      announce(isOfAnother ? 'left' : 'renewed');
    },
    [begin, announce],
  );
  const leave = useCallback(() => {
    writeActing(null);
    begin(null);
    announce('left');
  }, [begin, announce]);
  const actFor = useCallback(
    (...choice: Parameters<typeof writeActing>) => {
      writeActing(...choice);
      begin(choice[0]);
    },
    [begin],
  );
  const follow = useCallback(() => {
    const started = followActivity(api);
    setActivity(started);
    return () => {
      started.stop();
      setActivity(null);
    };
  }, [api]);
  const session = useMemo(
    () => ({
      ended: endedNumber === number,
      renew,
      leave,
      acting,
      actFor,
      lost,
      activity,
      followActivity: follow,
    }),
    [endedNumber, number, renew, leave, acting, actFor, lost, activity, follow],
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
