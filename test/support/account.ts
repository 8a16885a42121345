/** Accounts are made as the testing kit makes them. */
export { connectTargets, createAccount, ENCRYPTION_KEY, type TestAccount } from '../../src/testing/account.js';
