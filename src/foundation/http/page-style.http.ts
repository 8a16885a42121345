import { Router } from 'express';
import type { Brand } from './brand.js';
import { PAGE_STYLE_PATH } from './page.js';
import { pageStyle } from './page.style.js';

/** The stylesheet of the pages. Browsers ask each time whether it has changed: it has the operator's brand. */
export function makePageStyleRouter(brand: Brand, mark: string | null): Router {
  const style = pageStyle(brand, mark);
  return Router().get(PAGE_STYLE_PATH, (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('css').send(style);
  });
}
