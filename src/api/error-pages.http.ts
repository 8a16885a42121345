import { Router } from 'express';
import { CATALOGUE, type ErrorCode } from '../foundation/errors/catalogue.js';
import type { Entry } from '../foundation/errors/entry.js';
import { ERRORS_PATH, guidanceOf } from '../foundation/errors/guidance.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { html, page, pageHeaders } from '../foundation/http/page.js';

/** The pages of errors, where the documentation site was not built: `extensions.documentation` leads to them. */
export function makeErrorPageRouter(): Router {
  return Router().get(`${ERRORS_PATH}/:code`, pageHeaders, ({ params }, response, next) => {
    const code = String(params.code);
    if (!Object.hasOwn(CATALOGUE, code)) return next();
    response.type('html').send(page(code, section(code as ErrorCode)));
  });
}

function section(code: ErrorCode) {
  const { fault, advice, retryable } = guidanceOf(code);
  const { details } = CATALOGUE[code] as Entry<unknown>;
  return html`<h1>${code}</h1>
<p>${messageForm(code)}</p>
<p>${advice}</p>
<p>Who has to act: ${fault}. ${retryable ? 'The same request may succeed later.' : 'The same request fails again.'}</p>
<ul>${Object.entries<string>(details).map(([name, description]) => html`<li><code>${name}</code>: ${description}</li>`)}</ul>
`;
}
