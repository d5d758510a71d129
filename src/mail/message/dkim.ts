/**
 * DKIM signatures (RFC 6376; Ed25519 by RFC 8463): relaxed/relaxed, over the whole body, computed
 * off the main thread. There is no verifier; the tests use independent programs. Keys are made in
 * dkim-keys.ts.
 */
import { createPrivateKey, hash, type KeyObject, sign } from 'node:crypto'

export interface DkimSigningKey {
  /** The d= domain and s= selector: where receivers look up the public key. */
  domain: string
  selector: string
  algorithm: 'rsa-sha256' | 'ed25519-sha256'
  privateKey: KeyObject
}

/** A message of compose.ts, or any message with CRLF. */
export interface Signable {
  bytes: Buffer
  bodyStart: number
  /** The body is already canonical, as from compose.ts. */
  canonical?: boolean
}

/**
 * Signed fields, each occurrence. RFC 6376 5.4.1, and what mailbox providers require (RFC 8058 4).
 */
const SIGNED = new Set(
  `from sender reply-to to cc subject date message-id in-reply-to references mime-version \
content-type content-transfer-encoding
  list-id list-unsubscribe list-unsubscribe-post list-help feedback-id precedence \
auto-submitted`.split(/\s+/),
)

/**
 * Oversigned, so that no further field of that name can be added that mail programs would show (RFC
 * 6376 8.15).
 */
const OVER_SIGNED = ['from', 'to', 'subject', 'date', 'reply-to']
/** Oversigned where present: a relay may add these to other emails. */
const OVER_SIGNED_LIST = ['list-id', 'list-unsubscribe', 'list-unsubscribe-post']

/** Parses a private key in PEM, as from makeDkimKeys. */
export function signingKey(domain: string, selector: string, pem: string): DkimSigningKey {
  const privateKey = createPrivateKey(pem)
  const type = privateKey.asymmetricKeyType
  if (type !== 'rsa' && type !== 'ed25519')
    throw new TypeError(`DKIM has no signatures by keys of the kind ${type}.`)
  return { domain, selector, algorithm: `${type}-sha256`, privateKey }
}

/** The DKIM-Signature fields, one for each key, to prepend to the message. */
export async function signMessage(
  message: Buffer | Signable,
  keys: readonly DkimSigningKey[],
  at: Date = new Date(),
): Promise<Buffer> {
  const { bytes, bodyStart, canonical } = Buffer.isBuffer(message)
    ? { bytes: message, bodyStart: bodyStartOf(message), canonical: false }
    : message
  const body = bytes.subarray(bodyStart)
  const bodyHash = hash('sha256', canonical ? body : canonicalBody(body), 'base64')
  const { names, fields } = signedFields(bytes.toString('utf8', 0, bodyStart))
  const seconds = Math.floor(at.getTime() / 1000)
  const list = foldNames(names)
  const signatures = await Promise.all(
    keys.map(async ({ domain, selector, algorithm, privateKey }) => {
      const field =
        `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain};\r\n` +
        ` s=${selector}; t=${seconds};\r\n h=${list};\r\n bh=${bodyHash};\r\n b=`
      // The signature's own field is signed with an empty b= and without its line end (RFC 6376
      // 3.7).
      const signed = Buffer.from(fields + canonicalField(field).slice(0, -2))
      return `${field}${folded((await signature(signed, algorithm, privateKey)).toString('base64'))}\r\n`
    }),
  )
  return Buffer.from(signatures.join(''), 'latin1')
}

/** In Node's thread pool: an RSA signature takes a quarter of a millisecond. */
function signature(
  signed: Buffer,
  algorithm: DkimSigningKey['algorithm'],
  key: KeyObject,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, made?: Buffer) => (error ? reject(error) : resolve(made!))
    if (algorithm === 'rsa-sha256') sign('sha256', signed, key, done)
    // RFC 8463 3: Ed25519 signs the SHA-256 of the data.
    else sign(null, hash('sha256', signed, 'buffer'), key, done)
  })
}

function bodyStartOf(bytes: Buffer): number {
  if (bytes[0] === 13 && bytes[1] === 10) return 2
  const end = bytes.indexOf('\r\n\r\n')
  return end < 0 ? bytes.length : end + 4
}

/**
 * The signed fields, canonical, in the order of h=: of several with one name the last comes first
 * (RFC 6376 5.4.2).
 */
function signedFields(head: string): { names: string[]; fields: string } {
  const found = new Map<string, string[]>()
  for (const field of head.split(/\r\n(?![ \t])/)) {
    const name = field
      .slice(0, Math.max(0, field.indexOf(':')))
      .trim()
      .toLowerCase()
    if (!SIGNED.has(name)) continue
    const all = found.get(name)
    if (all) all.unshift(field)
    else found.set(name, [field])
  }
  const names: string[] = []
  let fields = ''
  for (const [name, all] of found)
    for (const field of all) {
      names.push(name)
      fields += canonicalField(field)
    }
  names.push(...OVER_SIGNED, ...OVER_SIGNED_LIST.filter(name => found.has(name)))
  return { names, fields }
}

/** RFC 6376 3.4.2. */
function canonicalField(field: string): string {
  const colon = field.indexOf(':')
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '')
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}\r\n`
}

/** RFC 6376 3.4.4. Works on bytes: a body may be in any character set, or in none. */
export function canonicalBody(body: Buffer): Buffer {
  const text = body
    .toString('latin1')
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n)| $/g, '')
  let end = text.length
  while (end >= 2 && text.charCodeAt(end - 1) === 10 && text.charCodeAt(end - 2) === 13) end -= 2
  return end === 0 ? Buffer.alloc(0) : Buffer.from(`${text.slice(0, end)}\r\n`, 'latin1')
}

const foldNames = (names: string[]): string => {
  let list = ''
  let length = 3
  for (const name of names) {
    const separator = list === '' ? '' : length + name.length > 70 ? ':\r\n  ' : ':'
    length = separator.length > 1 ? name.length + 3 : length + name.length + 1
    list += separator + name
  }
  return list
}

const folded = (base64: string): string => base64.replace(/.{72}(?=.)/g, '$&\r\n ')
