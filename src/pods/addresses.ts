import type { ClaimAddress } from '../domain/identity/account/claim-address.port.js';
import { parseEmail } from '../domain/identity/account/parse-account.js';
import { AppError } from '../foundation/errors/app-error.js';
import type { ErrorCode } from '../foundation/errors/catalogue.js';
import { podOfToken } from '../foundation/pod.js';
import type { Directory } from './directory.js';

/** E-mail addresses among the pods, as the API of one pod sees them. */
export interface Addresses {
  claim: ClaimAddress;
  /**
   * A use case that is about the account with an e-mail address, in the pod of that account only. Error: ACCOUNT_ELSEWHERE.
   */
  inPodOf<Input extends { email: string }, Result>(
    useCase: (input: Input) => Promise<Result>,
  ): (input: Input) => Promise<Result>;
  /** A use case with the token of an e-mail: one that is not known here leads to the pod that it names. Error: ACCOUNT_ELSEWHERE. */
  inPodOfToken<Input extends { token: string }, Result>(
    useCase: (input: Input) => Promise<Result>,
  ): (input: Input) => Promise<Result>;
  /** The same for one that is about another address than that of the caller's account: it needs the directory only. */
  withDirectory<First, Input extends { email: string }, Result>(
    useCase: (first: First, input: Input) => Promise<Result>,
  ): (first: First, input: Input) => Promise<Result>;
}

/** Of an installation without a directory: every address is its own. */
export const OWN_ADDRESSES: Addresses = {
  claim: async () => true,
  inPodOf: (useCase) => useCase,
  inPodOfToken: (useCase) => useCase,
  withDirectory: (useCase) => useCase,
};

export function makeAddresses(directory: Directory, pod: string): Addresses {
  const podOf = async (given: string): Promise<string> => {
    const email = emailOf(given);
    return email === null ? pod : directory.podOf(email);
  };
  return {
    claim: directory.claim,
    inPodOf: (useCase) => async (input) => {
      const there = await podOf(input.email);
      if (there !== pod) throw new AppError('ACCOUNT_ELSEWHERE', { pod: there });
      return useCase(input);
    },
    inPodOfToken: (useCase) => async (input) => {
      try {
        return await useCase(input);
      } catch (error) {
        const there = podOfToken(input.token);
        const isUnknown = error instanceof AppError && UNKNOWN_TOKEN.has(error.code);
        if (!isUnknown || there === null || there === pod) throw error;
        const pods = await directory.pods();
        throw pods.some((one) => one.pod === there) ? new AppError('ACCOUNT_ELSEWHERE', { pod: there }) : error;
      }
    },
    withDirectory: (useCase) => async (first, input) => {
      await podOf(input.email);
      return useCase(first, input);
    },
  };
}

/** Errors of tokens that are not known, or no longer. */
const UNKNOWN_TOKEN: ReadonlySet<ErrorCode> = new Set([
  'EMAIL_LINK_INVALID',
  'INVITATION_INVALID',
  'APPROVAL_LINK_INVALID',
]);

/** Null: the use case refuses it. */
function emailOf(given: string): string | null {
  try {
    return parseEmail(given);
  } catch {
    return null;
  }
}
