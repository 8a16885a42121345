import { html, type Markup, page } from '../../foundation/http/page.js';
import type { StoppedMails } from './unsubscribe.port.js';

const SETTINGS_PAGE = '/settings/notifications';

const list = ({ names }: StoppedMails): Markup =>
  html`<ul class="kinds">${names.map((name) => html`<li>${name}</li>`)}</ul>`;

/** Opening a link changes nothing, because mail scanners open links too. Only the button does. */
export const unsubscribePage = (path: string, mails: StoppedMails): string =>
  page(
    'Stop these e-mails?',
    html`<h1>Stop these e-mails?</h1>
<p>You will no longer get ${mails.which}:</p>
${list(mails)}
<p class="soft">What the dashboard lists does not change. E-mails about your password and your account are sent as before.</p>
<form method="post" action="${path}">
<button>Stop these e-mails</button>
</form>`,
  );

/** `hasDashboard`: whether the service has the page that it links to. */
export const unsubscribedPage = (mails: StoppedMails, hasDashboard: boolean): string =>
  page(
    'These e-mails are stopped',
    html`<h1>These e-mails are stopped</h1>
<p>You no longer get ${mails.which}:</p>
${list(mails)}
<p class="soft">To get them again, choose so in ${hasDashboard ? html`the <a href="${SETTINGS_PAGE}">settings of your notifications</a>` : 'the settings of your notifications'}.</p>`,
  );
