/** Why a link did not answer, by its code, in English. Other languages have words for each. */

/** They follow the address. `said`: the status of the answer, as `503 Busy`. */
const english = {
  url: () => 'this is no address on the web',
  'fetch-refused': () => 'the server does not take the connection',
  'fetch-closed': () => 'the server broke the connection off',
  'fetch-unanswered': () => 'the server does not answer',
  'fetch-unreachable': () => "the server can't be reached",
  'fetch-no-dns': () => 'its name could not be looked up now (DNS)',
  'fetch-no-host': () => 'no server has this name',
  'fetch-expired': () => 'the certificate of the server has expired',
  'fetch-other-name': () => 'the certificate of the server is for another name',
  'fetch-unverified': () => 'the certificate of the server is not trusted',
  'fetch-handshake': () => 'no encrypted connection comes about (TLS)',
  'fetch-not-http': () => 'what answers is no web server',
  'fetch-timeout': () => 'no connection came about in time',
  'fetch-late': () => 'the answer does not end in time',
  'fetch-silent': () => 'nothing came from the server for too long',
  'fetch-later': (said: string) => `the server can't answer now (${said})`,
  'fetch-denied': (said: string) => `the server lets nobody in without signing in (${said})`,
  'fetch-missing': (said: string) => `the page is gone (${said})`,
  'fetch-answered': (said: string) => `the server refuses (${said})`,
  'fetch-redirects': () => 'it leads on and on, without an end',
  'fetch-redirected': () => 'it leads on to an address that is not opened',
  'fetch-loopback': () => 'it leads to this machine itself, where readers find nothing',
  'fetch-private': () => 'it leads into a private network, where readers find nothing',
  'fetch-link-local': () => 'it leads into a local network, where readers find nothing',
  'fetch-special': () => 'it leads to an address that no server on the web has',
}

export type LinkReasons = Record<keyof typeof english, (said: string) => string>

export const linkReasons: LinkReasons = english

/** Undefined: a reason without words. */
export const linkReason = (
  reasons: LinkReasons,
  cause: string,
  said: string,
): string | undefined =>
  Object.hasOwn(reasons, cause) ? reasons[cause as keyof LinkReasons](said) : undefined
