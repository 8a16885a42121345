/** Accounts are made as the testing kit makes them. */

import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { ENCRYPTION_KEY } from '../../src/testing/account.js';

export { connectTargets, createAccount, ENCRYPTION_KEY, type TestAccount } from '../../src/testing/account.js';

/** Under the key of the tests: a service refuses to start on a database of which it can read no secret. */
export const SOME_SECRET = makeCredentialCipher([ENCRYPTION_KEY]).encrypt({}, 'nobody');
