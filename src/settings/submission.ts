/** The settings of the submission server, which programs send by with SMTP. */
import { resolve } from 'node:path'
import { entry } from './entry.ts'
import { domain, listeningHost, optional, wholeNumber } from './values.ts'

export const submissionSettings = {
  port: entry(
    'SUBMISSION_PORT',
    'number',
    '',
    'Where programs hand over emails by SMTP with STARTTLS and an API key (587 is usual); without ' +
      'it they do not.',
    optional(wholeNumber(1, 65_535)),
  ),
  tlsPort: entry(
    'SUBMISSION_TLS_PORT',
    'number',
    '',
    'Where they do so by TLS from the beginning (465 is usual); without it they do not.',
    optional(wholeNumber(1, 65_535)),
  ),
  host: entry(
    'SUBMISSION_HOST',
    'address or name',
    '0.0.0.0',
    'The address that SUBMISSION_PORT and SUBMISSION_TLS_PORT listen on; 0.0.0.0 for all.',
    listeningHost,
  ),
  name: entry(
    'SUBMISSION_NAME',
    'domain',
    '',
    'The host name by which programs reach them, as the certificate has it; default: the host of ' +
      'PUBLIC_URL.',
    optional(domain),
  ),
  tlsCert: entry(
    'SUBMISSION_TLS_CERT',
    'file',
    '',
    'Their certificate, with its chain, in PEM. A new one in the same file is taken within a minute.',
    optional(value => resolve(value)),
  ),
  tlsKey: entry(
    'SUBMISSION_TLS_KEY',
    'file',
    '',
    'The private key of SUBMISSION_TLS_CERT, in PEM.',
    optional(value => resolve(value)),
  ),
}
