import { AppError } from './app-error.js';
import { fieldOf } from './guidance.js';

/** Does `work` with the part of the input at this path: the fields of its errors begin with it. */
export function within<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) error.at([path, fieldOf(error)].filter(Boolean).join('.'));
    throw error;
  }
}
