/** A certificate for localhost, made for this run by openssl. */
import { execFileSync } from 'node:child_process'

let made: { key: string; cert: string } | null = null

/** Key and certificate as PEM. Signed by itself, so that it is its own authority. */
export function certificateForLocalhost(): { key: string; cert: string } {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const curve = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-noenc',
    '-days',
    '2',
  ]
  made ??= (() => {
    const pem = execFileSync(
      'openssl',
      ['req', '-x509', ...curve, ...subject, '-keyout', '-', '-out', '-'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    return { key: pem, cert: pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----')) }
  })()
  return made
}
