import { createContext, useContext } from 'react';
import { graphql, type ResultOf } from '../api/graphql.js';

export const VIEWER = graphql(`
  query Viewer {
    viewer {
      id
      displayName
      timeZone
      email
      emailConfirmed
      removalAt
      operatorSession {
        mayWrite
        expiresAt
      }
    }
  }
`);

export const SIGN_OUT = graphql(`
  mutation SignOut {
    signOut {
      ended
    }
  }
`);

export type Viewer = NonNullable<ResultOf<typeof VIEWER>['viewer']>;

export const ViewerContext = createContext<Viewer | null>(null);

/** The signed-in user. Use it only below the shell. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer needs the shell above it');
  return viewer;
}
