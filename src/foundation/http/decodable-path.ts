import type { RequestHandler } from 'express';

/** A path that cannot be decoded is used as is: it contains an invalid id, which every route handles. */
export const decodablePath: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) {
    request.url = request.url.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25'));
  }
  next();
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
