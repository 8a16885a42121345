import { graphql, type ResultOf } from '../../api/graphql.js';

export const PREFERENCES = graphql(`
  query NotificationPreferences {
    notificationPreferences {
      kind
      listed
      email
      push
    }
  }
`);

export const SET_PREFERENCES = graphql(`
  mutation SetNotificationPreferences($input: SetNotificationPreferencesInput!) {
    setNotificationPreferences(input: $input) {
      preferences {
        kind
        listed
        email
        push
      }
    }
  }
`);

export type Preference = NonNullable<ResultOf<typeof PREFERENCES>['notificationPreferences']>[number];
