import type { AccountCore } from '../account.js';
import type { SandboxPlatform } from '../types.js';

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:10vh auto;max-width:28rem;padding:0 1rem}
label{display:block;padding:.3rem 0}
button{font:inherit;padding:.4rem 1.2rem;margin:1rem .6rem 0 0}
ul{color:#555}`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>${html(title)}</h1>
${body}
</body>
</html>
`;

/**
 * The page on which a user chooses an account for an app and confirms its scopes. Its form is sent to the same address.
 */
export function consentPage(about: {
  platform: SandboxPlatform;
  clientId: string;
  scopes: readonly string[];
  accounts: readonly AccountCore[];
  several: boolean;
}): string {
  const { platform, clientId, scopes, accounts, several } = about;
  const choices = accounts.map(
    ({ accountId, displayName, username }, index) =>
      `<label><input type="${several ? 'checkbox' : 'radio'}" name="account" value="${html(accountId)}"${
        several || index === 0 ? ' checked' : ''
      }> ${html(displayName)} (${html(username)})</label>`,
  );
  return page(
    `Sandbox ${platform}`,
    `<p>The app <strong>${html(clientId)}</strong> requests access to your account:</p>
<ul>${scopes.map((scope) => `<li>${html(scope)}</li>`).join('')}</ul>
<form method="post">
<fieldset><legend>${several ? 'Accounts' : 'Account'}</legend>${choices.join('\n')}</fieldset>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="cancel">Cancel</button>
</form>`,
  );
}

/** The page that says why a login cannot be shown. It does not redirect, because the address may be an attacker's. */
export const refusalPage = (platform: SandboxPlatform, reason: string): string =>
  page(`Sandbox ${platform}`, `<p role="alert">${html(reason)}</p>`);
