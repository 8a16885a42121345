/** The pages that links in e-mails lead to, as HTML: pure functions of what they show. */
import { html, page } from '../http/page.js';

/** Opening a link changes nothing: programs that look through mails open it too. The button does. */
export const confirmEmailPage = (path: string, email: string): string =>
  page(
    'Confirm your e-mail address',
    html`<h1>Confirm your e-mail address</h1>
<p>Is <strong>${email}</strong> your address, and did you ask for an account with it?</p>
<form method="post" action="${path}"><button>Confirm the address</button></form>`,
  );

export const emailConfirmedPage = (email: string): string =>
  page(
    'Your e-mail address is confirmed',
    html`<h1>Your e-mail address is confirmed</h1>
<p>You can sign in as <strong>${email}</strong> now.</p>`,
  );

export const resetPasswordPage = (path: string, email: string, refused: string | null): string =>
  page(
    'Choose a new password',
    html`<h1>Choose a new password</h1>
<p class="soft">For the account ${email}. Its sessions end everywhere; sign in with the new password afterwards.</p>
${refused && html`<p class="error" role="alert">${refused}</p>`}
<form method="post" action="${path}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
<label for="password">New password <small>(at least 12 characters)</small></label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required>
<button>Set the password</button>
</form>`,
  );

export const passwordSetPage = (email: string): string =>
  page(
    'Your password is set',
    html`<h1>Your password is set</h1>
<p>You can sign in as <strong>${email}</strong> with it now.</p>`,
  );
