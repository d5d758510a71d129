/**
 * Keys of webhooks for signatures by ECDSA on P-256, made of the secret, so that one key serves
 * each format.
 */
import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

/** The order of the group (SEC 2, 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const PURPOSE = 'a key of webhooks by ECDSA on P-256'

/** FIPS 186-5, A.2.1: 128 bits more than the order has, so that none is more likely. */
export function signingKeyOf(secret: string): KeyObject {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 48))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n
  const own = createECDH('prime256v1')
  own.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  const point = own.getPublicKey()
  const part = (from: Buffer) => from.toString('base64url')
  const [x, y] = [part(point.subarray(1, 33)), part(point.subarray(33))]
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url')
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
}

/** SPKI as DER, in base64: as SendGrid shows it. */
export const publicKeyOf = (secret: string): string =>
  createPublicKey(signingKeyOf(secret)).export({ type: 'spki', format: 'der' }).toString('base64')
