/** Paths of the pages linked from e-mails. */
export const ACCOUNT_PAGES = '/account';

export const confirmEmailPath = (token: string): string => `${ACCOUNT_PAGES}/confirm-email/${token}`;
export const resetPasswordPath = (token: string): string => `${ACCOUNT_PAGES}/reset-password/${token}`;
