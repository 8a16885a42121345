import { notifications } from '@mantine/notifications';

/** Says for a moment that something was done. */
export const showDone = (message: string): void => {
  notifications.show({ message, color: 'green', role: 'status' });
};
