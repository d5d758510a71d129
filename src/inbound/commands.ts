/** SMTP commands (RFC 5321 4.1.1): the reply to EHLO, and parsing MAIL and RCPT. */

const PATH = /^(?:MAIL FROM|RCPT TO):[ \t]*<(?:@[^<>:\s]{1,500}:)?([^<>\s]*)>(?:[ \t]+(.*))?$/i

export interface MailPath {
  /** Without a source route; empty for the null sender. */
  address: string
  /** Octets declared by SIZE (RFC 1870); 0 if not declared. */
  size: number
}

/** Undefined: no valid path. */
export function readPath(line: string): MailPath | undefined {
  const [found, address, parameters = ''] = PATH.exec(line) ?? []
  if (found === undefined) return undefined
  return { address: address!, size: Number(/\bSIZE=(\d{1,15})\b/i.exec(parameters)?.[1] ?? 0) }
}

/** `size`: octets of the largest message. */
export const ehloReply = (name: string, size: number, startTls: boolean): string =>
  [
    name,
    `SIZE ${size}`,
    'PIPELINING',
    '8BITMIME',
    'SMTPUTF8',
    ...(startTls ? ['STARTTLS'] : []),
    'ENHANCEDSTATUSCODES',
  ]
    .map((offer, i, all) => `250${i === all.length - 1 ? ' ' : '-'}${offer}`)
    .join('\r\n')
