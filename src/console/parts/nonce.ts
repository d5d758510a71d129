/** The nonce of the page, for styles that libraries write. */
export const pageNonce: string =
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
