import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { html, type Markup } from '../foundation/http/page.js';

/** Express's default page would come with a policy that allows frames. */
const page = (text: string): Markup => html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>${text}</pre>
</body>
</html>
`;

/** Requests that match no route. */
export const notFound: RequestHandler = ({ method, originalUrl }, response) => {
  const [path = ''] = originalUrl.split('?');
  response
    .status(404)
    .type('html')
    .send(page(`Cannot ${method} ${path}`).text);
};

/** Errors that no route has handled. */
export const unexpectedError =
  (log: Logger): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const given = Number(error?.status);
    const status = given >= 400 && given < 500 ? given : 500;
    const { requestId } = response.locals;
    if (status === 500) log.error({ err: error, requestId }, 'Unexpected failure outside of any route');
    if (response.headersSent) return void response.destroy();
    response
      .status(status)
      .type('html')
      .send(page(STATUS_CODES[status] ?? 'Error').text);
  };
