import { createContext, useCallback, useContext } from 'react';
import { useClient } from 'urql';
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
      managed
      workspaceAccess
      permissions
      twoFactorRequired
      person {
        memberId
        email
        role
        mustSetUpTwoFactor
      }
      accounts {
        userId
        displayName
        role
        managedBy
      }
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

/** The account that the window acts for, and the person who is signed in. Use it only below the shell. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer needs the shell above it');
  return viewer;
}

/** Returns a function that reads the viewer again, after what the person may do has changed. */
export function useRefreshViewer(): () => void {
  const client = useClient();
  return useCallback(() => void client.query(VIEWER, {}, { requestPolicy: 'network-only' }).toPromise(), [client]);
}
