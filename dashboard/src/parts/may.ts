import { createContext, useContext } from 'react';
import type { graphql } from '../api/graphql.js';

export type Permission = ReturnType<typeof graphql.scalar<'Permission'>>;

const NONE: readonly Permission[] = [];

/** What the signed-in person may do in the account. The shell provides it. */
export const PermissionsContext = createContext(NONE);

/** Whether the signed-in person may do something in the account. Without it, offer nothing that needs it. */
export const useMay = (permission: Permission): boolean => useContext(PermissionsContext).includes(permission);
