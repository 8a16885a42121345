/** HTML pages: pure functions of their content. They need no script, and load nothing but their stylesheet and the mark. */
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import { bodyError } from '../errors/body-error.js';
import { logFailure } from '../errors/temporary-failure.js';
import { ICON_PATH } from './brand.js';
import { MAX_FORM_BYTES } from './read-body.js';

/** Where the stylesheet of the pages is served. */
export const PAGE_STYLE_PATH = '/page.css';

/**
 * Allows only a page's stylesheet, the mark and forms: names shown on it are user input. Browsers also apply `form-action` to
 * redirects of a form, and a login redirects to the server that the user named.
 */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; " +
  "form-action 'self' https: http:; frame-ancestors 'none'; base-uri 'none'";

/** Headers of a page in addition to those of every response. Its URL is a secret and is not sent to other sites. */
export const pageHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
  next();
};

export const page = (title: string, main: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${PAGE_STYLE_PATH}">
<link rel="icon" href="${ICON_PATH}">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text;

/** Error page. An unexpected failure is logged, and shown with an id that finds it in the log. */
export const pageErrors =
  (
    log: Logger,
    inWords: (error: AppError, locals: Response['locals']) => string = ({ message }) => message,
  ): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const known = error instanceof AppError ? error : bodyError(error, MAX_FORM_BYTES);
    const { requestId, back } = response.locals;
    const isOurs = known.code === 'INTERNAL_ERROR';
    logFailure(log, { error, shown: known, requestId }, 'Unexpected failure on a page');
    const { retryAfterSeconds } = known.details;
    if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
    response
      .status(known.status)
      .send(errorPage(inWords(known, response.locals), isOurs ? requestId : null, back ?? null));
  };

const errorPage = (message: string, requestId: string | null, back: string | null): string =>
  page(
    message,
    html`<h1>${message}</h1>
${requestId && html`<p class="soft">Try again in a while. If it goes on, report this number: <code>${requestId}</code></p>`}
${back && html`<p><a href="${back}">Go back</a></p>`}`,
  );

export const nameOf = (platform: string): string => platform.charAt(0).toUpperCase() + platform.slice(1);

type Content = Markup | readonly Markup[] | string | false | null;

/** Trusted HTML; any other value in a template is text. */
export class Markup {
  constructor(readonly text: string) {}
}

/**
 * An HTML template: markup is inserted as is, text is escaped, empty values are omitted. Attributes must be
 * double-quoted.
 */
export function html(template: TemplateStringsArray, ...contents: Content[]): Markup {
  return new Markup(String.raw({ raw: template }, ...contents.map(toHtml)));
}

function toHtml(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'string') return content.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return content ? content.map(({ text }) => text).join('\n') : '';
}
