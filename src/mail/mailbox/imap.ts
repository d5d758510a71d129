/** Fetching from a mailbox by IMAP (RFC 3501): what is new by its UID is handed over, and marked as seen once that is done. */
import { type LineClient, MailboxTrouble, openLineClient } from './line-client.ts'
import type { Fetched, FetchLimits, MailboxCount } from './mailbox.ts'
import type { MailboxAddress } from './url.ts'

/** Up to where a mailbox was read. UIDs say nothing once the validity has changed. */
export interface ReadUpTo {
  validity: string | null
  uid: number
}

/** Lines of an answer that nobody asked for, before the server is taken for broken. */
const MOST_LINES = 10_000
const LITERAL = /\{(\d{1,15})\}$/

interface Untagged {
  text: string
  literals: Buffer[]
}

interface Session {
  /** What the server says to a command. */
  ask(command: string, shown?: string): Promise<Untagged[]>
  client: LineClient
}

function sessionOf(client: LineClient, { keep }: FetchLimits): Session {
  let number = 0
  /** A line with the literals in it. */
  async function response(): Promise<Untagged> {
    let text = ''
    const literals: Buffer[] = []
    for (;;) {
      const line = await client.line()
      text += line
      const [, size] = LITERAL.exec(line) ?? []
      if (size === undefined) return { text, literals }
      // We ask for so much at most; a server that sends more has no end.
      if (Number(size) > keep || literals.length > 10)
        throw new MailboxTrouble(`the server sends ${size} octets that nobody asked for`)
      literals.push(await client.octets(Number(size), keep))
    }
  }
  return {
    client,
    async ask(command, shown = command) {
      const tag = `a${++number}`
      client.write(`${tag} ${command}\r\n`)
      const said: Untagged[] = []
      for (let lines = 0; lines < MOST_LINES; lines++) {
        const one = await response()
        if (one.text.startsWith('* ')) {
          if (/^\* BYE\b/i.test(one.text)) throw new MailboxTrouble(`the server says: ${one.text.slice(2, 200)}`)
          said.push(one)
        } else if (one.text.startsWith(`${tag} `)) {
          if (new RegExp(`^${tag} OK\\b`, 'i').test(one.text)) return said
          throw new MailboxTrouble(`the server answers to ${shown}: ${one.text.slice(tag.length + 1, 200)}`)
        } else throw new MailboxTrouble(`the server says: ${one.text.slice(0, 200)}`)
      }
      throw new MailboxTrouble('the server sends an answer without an end')
    },
  }
}

const quoted = (text: string): string => `"${Buffer.from(text).toString('latin1').replace(/["\\]/g, '\\$&')}"`

interface Selected extends Session {
  messages: number
  validity: string
}

async function select(address: MailboxAddress, limits: FetchLimits): Promise<Selected> {
  const { host, port, user, password, mailbox, tls, verify } = address
  const client = await openLineClient({ ...limits, host, port, tls: tls === 'implicit', verify })
  try {
    const greeting = await client.line()
    if (!/^\* (?:OK|PREAUTH)\b/i.test(greeting)) throw new MailboxTrouble(`the server greets with: ${greeting.slice(0, 200)}`)
    const session = sessionOf(client, limits)
    if (tls === 'starttls') {
      await session.ask('STARTTLS')
      await client.secure()
    }
    await session.ask(`LOGIN ${quoted(user)} ${quoted(password)}`, 'LOGIN')
    const said = (await session.ask(`SELECT ${quoted(mailbox)}`)).map(({ text }) => text).join('\n')
    const validity = /\[UIDVALIDITY (\d{1,10})\]/i.exec(said)?.[1]
    if (validity === undefined) throw new MailboxTrouble('the server does not say how long its UIDs hold')
    return { ...session, messages: Number(/^\* (\d{1,10}) EXISTS/im.exec(said)?.[1] ?? 0), validity }
  } catch (error) {
    client.close()
    throw error
  }
}

async function freshUids({ ask, validity }: Selected, upTo: ReadUpTo): Promise<number[]> {
  const last = upTo.validity === validity ? upTo.uid : 0
  const said = await ask(`UID SEARCH UID ${last + 1}:*`)
  // With nothing new, * names the last message all the same (RFC 3501 6.4.8).
  const uids = said.flatMap(({ text }) => /^\* SEARCH((?: \d{1,10})*)\s*$/i.exec(text)?.[1]?.trim().split(' ') ?? [])
  return [...new Set(uids.filter(uid => uid !== '').map(Number))].filter(uid => uid > last).sort((a, b) => a - b)
}

/** Logs in, and counts. Nothing is changed. */
export async function countImap(address: MailboxAddress, limits: FetchLimits, upTo: ReadUpTo): Promise<MailboxCount> {
  const session = await select(address, limits)
  try {
    return { messages: session.messages, fresh: (await freshUids(session, upTo)).length }
  } finally {
    session.client.close()
  }
}

/** In the order of their UIDs, so many at most. `take` resolves when a message, with its UID and the validity of that, is durable. */
export async function fetchImap(
  address: MailboxAddress,
  limits: FetchLimits,
  upTo: ReadUpTo,
  take: (message: Fetched, validity: string) => Promise<void>,
): Promise<number> {
  const session = await select(address, limits)
  try {
    let fetched = 0
    for (const uid of (await freshUids(session, upTo)).slice(0, limits.most)) {
      const said = await session.ask(`UID FETCH ${uid} (UID RFC822.SIZE BODY.PEEK[]<0.${limits.keep}>)`)
      const one = said.find(({ text, literals }) => literals.length > 0 && new RegExp(`\\bUID ${uid}\\b`, 'i').test(text))
      // It may have been deleted by somebody meanwhile.
      if (!one) continue
      const content = one.literals.at(-1)!
      const size = Number(/\bRFC822\.SIZE (\d{1,15})\b/i.exec(one.text)?.[1] ?? content.length)
      await take({ uid, size, content }, session.validity)
      await session.ask(`UID STORE ${uid} +FLAGS.SILENT (\\Seen)`)
      fetched++
    }
    await session.ask('LOGOUT').catch(() => {})
    return fetched
  } finally {
    session.client.close()
  }
}
