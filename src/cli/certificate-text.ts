/** The certificate of a server as text. */
import type { ServerCertificate } from '../lib/server-certificate.ts'

export const certificateText = (of: ServerCertificate): string =>
  `${of.protocol}, for ${of.names.join(', ')}, by ${of.issuer}, until ${of.validUntil.slice(0, 10)}` +
  (of.trusted ? '' : '; not trusted')
