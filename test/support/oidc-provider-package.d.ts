/** What the tests use of the package, which comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (req: IncomingMessage, res: ServerResponse) => void
  }
}
