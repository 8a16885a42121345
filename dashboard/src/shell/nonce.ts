declare global {
  var __webpack_nonce__: string | undefined;
}

/** The nonce of this page, for style elements that components add; get-nonce reads it from where webpack has it. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
globalThis.__webpack_nonce__ = nonce;
