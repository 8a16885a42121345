import { notifications } from '@mantine/notifications';

/** Shows briefly that something was done. */
export const showDone = (message: string): void => {
  notifications.show({ message, color: 'green', role: 'status' });
};
