/** SMTP commands (RFC 5321 4.1.1): the reply to EHLO, and parsing MAIL, RCPT and BDAT. */

const PATH = /^(?:MAIL FROM|RCPT TO):[ \t]*<(?:@[^<>:\s]{1,500}:)?([^<>\s]*)>(?:[ \t]+(.*))?$/i

export interface MailPath {
  /** Without a source route; empty for the null sender. */
  address: string
  /** Octets declared by SIZE (RFC 1870); 0 if not declared. */
  size: number
  /** SMTPUTF8 (RFC 6531): the addresses of the message may have other characters than ASCII. */
  utf8: boolean
  /** The first parameter of an extension that is not offered. */
  unknown: string | undefined
}

/** AUTH (RFC 4954 5) may name who gave the message to the client: it is not looked at. */
const KNOWN = /^(?:SIZE=\d{1,15}|BODY=(?:7BIT|8BITMIME)|SMTPUTF8|AUTH=\S{1,500})$/i

/** Undefined: no valid path. */
export function readPath(line: string): MailPath | undefined {
  const [found, address, given = ''] = PATH.exec(line) ?? []
  if (found === undefined) return undefined
  const parameters = given.split(/[ \t]+/).filter(one => one !== '')
  return {
    address: address!,
    size: Number(/\bSIZE=(\d{1,15})\b/i.exec(given)?.[1] ?? 0),
    utf8: parameters.some(one => one.toUpperCase() === 'SMTPUTF8'),
    unknown: parameters.find(one => !KNOWN.test(one)),
  }
}

export interface ChunkCommand {
  octets: number
  /** The message ends with this chunk. */
  last: boolean
}

/** BDAT (RFC 3030 2). Undefined: it does not say how much follows. */
export function readChunkCommand(line: string): ChunkCommand | undefined {
  const [found, octets, last] = /^BDAT[ \t]+(\d{1,12})([ \t]+LAST)?[ \t]*$/i.exec(line) ?? []
  return found === undefined ? undefined : { octets: Number(octets), last: last !== undefined }
}

export interface EhloOffers {
  /** Octets of the largest message. */
  size: number
  startTls: boolean
  chunking: boolean
  auth: boolean
}

export const ehloReply = (name: string, { size, startTls, chunking, auth }: EhloOffers): string =>
  [
    name,
    `SIZE ${size}`,
    'PIPELINING',
    '8BITMIME',
    'SMTPUTF8',
    ...(chunking ? ['CHUNKING'] : []),
    ...(startTls ? ['STARTTLS'] : []),
    ...(auth ? ['AUTH PLAIN LOGIN'] : []),
    'ENHANCEDSTATUSCODES',
  ]
    .map((offer, i, all) => `250${i === all.length - 1 ? ' ' : '-'}${offer}`)
    .join('\r\n')
