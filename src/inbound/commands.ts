/** Commands of SMTP (RFC 5321 4.1.1): what EHLO is answered, and what MAIL and RCPT name. */

const PATH = /^(?:MAIL FROM|RCPT TO):[ \t]*<(?:@[^<>:\s]{1,500}:)?([^<>\s]*)>(?:[ \t]+(.*))?$/i

export interface MailPath {
  /** Without its source route; empty is the null sender. */
  address: string
  /** Octets that SIZE declares (RFC 1870); 0 when it does not. */
  size: number
}

/** Undefined: the line names no path. */
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
