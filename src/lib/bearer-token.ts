/** The Authorization header of callers with a token. */
import type { IncomingMessage } from 'node:http'

/** The token (RFC 6750, section 2.1); undefined without one, and for what is no token of ours. */
export const bearerTokenIn = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  /^Bearer ([\w-]{1,100})$/i.exec(headers.authorization ?? '')?.[1]
