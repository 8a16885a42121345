/**
 * Claims an e-mail address for this installation, before one of its accounts gets the address. False: an account of another
 * installation behind the same address has it. Claiming an address again is harmless. Error: DIRECTORY_UNAVAILABLE.
 */
export type ClaimAddress = (email: string) => Promise<boolean>;
