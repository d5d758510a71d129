/**
 * A DNS server on loopback, UDP and TCP, that answers from a table (RFC 1035 4), and knows how real
 * ones fail.
 */
import { createSocket } from 'node:dgram'
import { createServer, isIP, type Socket } from 'node:net'

export type Zone = Record<string, Records | Trick>

export interface Records {
  TXT?: string[]
  /** `10 mail.example.com`; `0 .` for none at all. */
  MX?: string[]
  A?: string[]
  AAAA?: string[]
  PTR?: string[]
  CNAME?: string
}

/**
 * No answer at all; the code for a broken zone; refusing; an answer that is cut short over UDP, and
 * comes whole over TCP, or not even there.
 */
export type Trick =
  | 'silent'
  | 'servfail'
  | 'refused'
  | { cutShort: Records }
  | { cutShort: 'for ever' }

export interface DnsServer {
  /** 127.0.0.1:port */
  address: string
  zone: Zone
  /** Questions, as `TXT example.com`; those over TCP end with ` tcp`. */
  asked: string[]
  close(): Promise<void>
}

const TYPES = { A: 1, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const
const CODES = { servfail: 2, none: 3, refused: 5 }

export async function dnsServer(zone: Zone = {}): Promise<DnsServer> {
  const asked: string[] = []
  const udp = createSocket('udp4')
  const tcp = createServer(socket => answerTcp(socket, message => respond(message, true)))
  const respond = (message: Buffer, overTcp: boolean): Buffer | undefined => {
    const { name, type, end } = questionOf(message)
    asked.push(`${type} ${name}${overTcp ? ' tcp' : ''}`)
    const entry = zone[name]
    if (entry === 'silent') return undefined
    if (entry === 'servfail' || entry === 'refused')
      return response(message, end, { code: CODES[entry] })
    if (entry && 'cutShort' in entry) {
      if (!overTcp) return response(message, end, { truncated: true })
      return entry.cutShort === 'for ever'
        ? undefined
        : response(message, end, { answers: answersFor(entry.cutShort, type, zone) })
    }
    return entry
      ? response(message, end, { answers: answersFor(entry, type, zone) })
      : response(message, end, { code: CODES.none })
  }
  udp.on('message', (message, { port, address }) => {
    const answer = respond(message, false)
    if (answer) udp.send(answer, port, address)
  })
  const port = await bindBoth(udp, tcp)
  return {
    address: `127.0.0.1:${port}`,
    zone,
    asked,
    close: async () => {
      udp.close()
      await new Promise(resolve => tcp.close(resolve))
    },
  }
}

/** One port for both, as resolvers expect. */
async function bindBoth(
  udp: ReturnType<typeof createSocket>,
  tcp: ReturnType<typeof createServer>,
): Promise<number> {
  await new Promise<void>((resolve, reject) =>
    tcp.once('error', reject).listen(0, '127.0.0.1', resolve),
  )
  const { port } = tcp.address() as { port: number }
  await new Promise<void>((resolve, reject) =>
    udp.once('error', reject).bind(port, '127.0.0.1', resolve),
  )
  return port
}

function answerTcp(socket: Socket, respond: (message: Buffer) => Buffer | undefined): void {
  socket.on('error', () => {})
  socket.unref()
  let read = Buffer.alloc(0)
  socket.on('data', chunk => {
    read = Buffer.concat([read, chunk])
    while (read.length >= 2 && read.length >= 2 + read.readUInt16BE(0)) {
      const length = read.readUInt16BE(0)
      const answer = respond(read.subarray(2, 2 + length))
      read = read.subarray(2 + length)
      if (!answer) return socket.destroy()
      socket.write(Buffer.concat([uint16(answer.length), answer]))
    }
  })
}

function questionOf(message: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (; message[at]! > 0; at += message[at]! + 1)
    labels.push(message.subarray(at + 1, at + 1 + message[at]!).toString('latin1'))
  const number = message.readUInt16BE(at + 1)
  const type = Object.entries(TYPES).find(([, value]) => value === number)?.[0] ?? String(number)
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

interface Answer {
  name: string
  type: keyof typeof TYPES
  data: Buffer
}

function response(
  question: Buffer,
  end: number,
  {
    code = 0,
    truncated = false,
    answers = [],
  }: { code?: number; truncated?: boolean; answers?: Answer[] },
): Buffer {
  // An answer, recursion wanted and available.
  const flags = 0x8180 | code | (truncated ? 0x200 : 0)
  const head = Buffer.concat([
    question.subarray(0, 2),
    ...[flags, 1, answers.length, 0, 0].map(uint16),
  ])
  const records = answers.map(({ name, type, data }) =>
    Buffer.concat([nameBytes(name), ...[TYPES[type], 1, 0, 60, data.length].map(uint16), data]),
  )
  return Buffer.concat([head, question.subarray(12, end), ...records])
}

function answersFor(records: Records, type: string, zone: Zone, name?: string): Answer[] {
  const owner = name ?? ownerOf(records, zone)
  if (records.CNAME !== undefined) {
    const target = zone[records.CNAME]
    const further =
      target && typeof target === 'object' && !('cutShort' in target)
        ? answersFor(target, type, zone, records.CNAME)
        : []
    return [{ name: owner, type: 'CNAME', data: nameBytes(records.CNAME) }, ...further]
  }
  const values = records[type as 'TXT'] ?? []
  return values.map(value => ({
    name: owner,
    type: type as keyof typeof TYPES,
    data: dataOf(type, value),
  }))
}

const ownerOf = (records: Records, zone: Zone): string =>
  Object.entries(zone).find(
    ([, entry]) =>
      entry === records ||
      (typeof entry === 'object' && 'cutShort' in entry && entry.cutShort === records),
  )![0]

function dataOf(type: string, value: string): Buffer {
  if (type === 'TXT')
    return Buffer.concat(
      (value.match(/.{1,255}/gs) ?? ['']).map(part =>
        Buffer.from([part.length, ...Buffer.from(part, 'latin1')]),
      ),
    )
  if (type === 'PTR') return nameBytes(value)
  if (type === 'MX') {
    const [priority, host] = value.split(' ')
    return Buffer.concat([uint16(Number(priority)), nameBytes(host === '.' ? '' : host!)])
  }
  return isIP(value) === 4
    ? Buffer.from(value.split('.').map(Number))
    : Buffer.concat(ipv6Groups(value).map(uint16))
}

function ipv6Groups(address: string): number[] {
  const [head = '', tail] = address.split('::').map(part => (part === '' ? [] : part.split(':')))
  const [before, after] = [head as string[], (tail ?? []) as string[]]
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after].map(group =>
    Number.parseInt(group, 16),
  )
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(label => label !== '')
      .map(label => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
