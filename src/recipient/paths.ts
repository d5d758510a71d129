/** The path of a request, and the token in it. */

/** The path of a request target, which may be in absolute form behind a proxy. */
export const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')

/** No query of ours is longer. */
const LONGEST_QUERY = 16_000

/** The query of a path, without `?`; '' without one. */
export const queryIn = (path: string): string =>
  /^[^?#]*\?([^#]*)/.exec(path.slice(0, LONGEST_QUERY))?.[1] ?? ''

/** No token of ours is longer. */
const LONGEST_TOKEN = 4_000

/** A token without trailing slashes, which people and mail programs add; '' if it is too long. */
export const tokenIn = (path: string): string =>
  path.length > LONGEST_TOKEN ? '' : path.replace(/(?<!\/)\/+$/, '')

/** Where old pages post their forms. */
export const OLD_FORMS = /^\/public\/process-subscription-form\.aspx$/i

/** Where people ask for the link of their preferences, on the host of an account. */
export const ASK_FOR_LINK = /^\/p\/?$/
