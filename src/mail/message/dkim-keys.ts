/** DKIM key pairs, and the DNS records that publish them (RFC 6376 3.6.1, RFC 8463 4). */
import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { DkimSigningKey } from './dkim.ts'
import { mailDomain } from './headers.ts'

export interface DkimKey {
  domain: string
  selector: string
  algorithm: DkimSigningKey['algorithm']
  /** PKCS #8 in PEM: must be encrypted before it is stored. */
  privateKey: string
  /** The name of the TXT record. */
  dnsName: string
  /** The value of the record. */
  dnsText: string
  /** The value in zone file format: quoted strings of at most 255 octets (RFC 1035 3.3.14). */
  dnsStrings: string
}

const generate = promisify(generateKeyPair)

export class DkimNameError extends TypeError {
  override name = 'DkimNameError'
  readonly of: 'domain' | 'selector'
  readonly given: string
  constructor(of: 'domain' | 'selector', given: string) {
    super(`${JSON.stringify(given)} is not a ${of}`)
    this.of = of
    this.given = given
  }
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Throws a DkimNameError. */
export function checkSelector(selector: string): void {
  if (selector.length > 60 || !selector.split('.').every(label => LABEL.test(label)))
    throw new DkimNameError('selector', selector)
}

/**
 * Two keys for a domain: RSA-2048, which all receivers verify, under the selector, and Ed25519
 * under the selector with the suffix `-ed`. One name can't hold both: the result of several records
 * is undefined (RFC 6376 3.6.2.2).
 */
export async function makeDkimKeys(domain: string, selector: string): Promise<DkimKey[]> {
  const ascii = mailDomain(domain.trim()).toLowerCase()
  if (ascii === '' || !ascii.split('.').every(label => LABEL.test(label)))
    throw new DkimNameError('domain', domain)
  checkSelector(selector)
  const [rsa, ed25519] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('ed25519'),
  ])
  const rsaPublic = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  // RFC 8463 4.2: the bare 32 bytes of the key, without SubjectPublicKeyInfo.
  const edPublic = ed25519.publicKey
    .export({ type: 'spki', format: 'der' })
    .subarray(-32)
    .toString('base64')
  return [
    dkimKey(ascii, selector, 'rsa-sha256', rsa.privateKey, `v=DKIM1; k=rsa; p=${rsaPublic}`),
    dkimKey(
      ascii,
      `${selector}-ed`,
      'ed25519-sha256',
      ed25519.privateKey,
      `v=DKIM1; k=ed25519; p=${edPublic}`,
    ),
  ]
}

const dkimKey = (
  domain: string,
  selector: string,
  algorithm: DkimKey['algorithm'],
  key: KeyObject,
  dnsText: string,
): DkimKey => ({
  domain,
  selector,
  algorithm,
  privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string,
  dnsName: `${selector}._domainkey.${domain}`,
  dnsText,
  dnsStrings: (dnsText.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' '),
})
