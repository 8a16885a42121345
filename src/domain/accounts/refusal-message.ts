/** Why an account was not connected, worded for the visitor. */
import type { AppError } from '../../foundation/errors/app-error.js';

/** A guest of a workspace has no plan to change: the sender of the link has. */
export function refusalMessage({ code, message }: AppError, isGuest: boolean): string {
  if (!isGuest) return message;
  if (code === 'CHANNEL_LIMIT_REACHED')
    return `${message}: ask the person who sent you this link to make room for more`;
  return code === 'PLATFORM_NOT_AVAILABLE'
    ? 'This platform is not available to you: ask the person who sent you this link'
    : message;
}
