import { AppError } from '../../foundation/errors/app-error.js';

export type FindLogin<Login> = (key: string) => { authorization: Login | null } | undefined;

/** The login of a configured platform. */
export function findLogin<Login extends { isConfigured: boolean }>(find: FindLogin<Login>, platform: string): Login {
  const login = find(platform)?.authorization;
  if (!login) throw new AppError('PLATFORM_NOT_CONNECTABLE', { platform });
  if (!login.isConfigured) throw new AppError('PLATFORM_NOT_CONFIGURED', { platform });
  return login;
}
