/** The pages that links in e-mails lead to, as HTML: pure functions of what they show. */
import { html, type Markup, page } from '../../foundation/http/page.js';
import type { Confirmation } from './find-confirmation.use-case.js';

const QUESTIONS = {
  sign_up:
    'did you sign up with it? Then enter the password you chose. If that password is not accepted, someone else signed up with your address: sign up again.',
  confirm: 'is it the address of your account with this service?',
  change: 'should it replace the current address of your account with this service?',
};

/** Opening a link changes nothing, because mail scanners open links too. Only the button does. */
export const confirmEmailPage = (path: string, { email, does }: Confirmation, refused: string | null): string =>
  page(
    'Confirm your e-mail address',
    html`<h1>Confirm your e-mail address</h1>
<p>Is <strong>${email}</strong> your address, and ${QUESTIONS[does]}</p>
${refused && html`<p class="error" role="alert">${refused}</p>`}
<form method="post" action="${path}">
${does === 'sign_up' && passwordOfSignUp(email)}
<button>Confirm the address</button>
</form>`,
  );

const passwordOfSignUp = (email: string): Markup =>
  html`<input type="hidden" name="username" autocomplete="username" value="${email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>`;

export const emailConfirmedPage = (email: string): string =>
  page(
    'Your e-mail address is confirmed',
    html`<h1>Your e-mail address is confirmed</h1>
<p>You can now sign in as <strong>${email}</strong>.</p>`,
  );

export const resetPasswordPage = (path: string, email: string, refused: string | null): string =>
  page(
    'Choose a new password',
    html`<h1>Choose a new password</h1>
<p class="soft">For the account ${email}. You will be signed out everywhere; sign in with the new password afterwards.</p>
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
<p>You can now sign in as <strong>${email}</strong> with it.</p>`,
  );
