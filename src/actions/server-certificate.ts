/** The certificate of a server in answers. */
import { z } from 'zod'

export const Certificate = z
  .object({
    names: z.array(z.string()).describe('What it is for.'),
    issuer: z.string(),
    validUntil: z.string().describe('ISO 8601, UTC.'),
    trusted: z.boolean().describe('Signed by a known authority, in time, and for the host.'),
    protocol: z.string().describe('Such as TLSv1.3.'),
  })
  .nullable()
  .describe('What the server showed; null: the connection is not encrypted.')
