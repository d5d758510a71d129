/** Fetches from a mailbox by POP3 (RFC 1939): deletes each message when it is stored. */
import { type LineClient, openLineClient, troubleBy } from './line-client.ts'
import type { FetchLimits, MailboxCount, MailboxMessage, MailboxWatch } from './mailbox.ts'
import type { MailboxAddress } from './url.ts'

/** Limit of lines of a list. */
const LONGEST_LIST = 1_000_000

async function ask(client: LineClient, command: string, shown = command): Promise<string> {
  client.write(`${command}\r\n`)
  return answer(client, shown)
}

async function answer(client: LineClient, what?: string): Promise<string> {
  const line = await client.line()
  if (line.startsWith('+OK')) return line.slice(3).trim()
  const says = line.slice(0, 200)
  throw what === undefined
    ? troubleBy('mailbox-greeting', { says })
    : troubleBy('mailbox-replies', { command: what, says })
}

async function logIn(
  { host, port, user, password, tls, verify }: MailboxAddress,
  limits: FetchLimits,
  watch?: MailboxWatch,
): Promise<LineClient> {
  watch?.reach('connect')
  const onConnect = tls === 'implicit' ? () => watch?.reach('tls') : undefined
  const at = { host, port, tls: tls === 'implicit', verify, onConnect }
  const client = await openLineClient({ ...limits, ...at })
  try {
    await answer(client)
    if (tls === 'starttls') {
      watch?.reach('tls')
      await ask(client, 'STLS')
      await client.secure()
    }
    watch?.certificate(client.certificate())
    watch?.reach('login')
    await ask(client, `USER ${user}`)
    await ask(client, `PASS ${password}`, 'PASS')
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** Logs in and counts messages; changes nothing. */
export async function countPop3(
  address: MailboxAddress,
  limits: FetchLimits,
  watch?: MailboxWatch,
): Promise<MailboxCount> {
  const client = await logIn(address, limits, watch)
  try {
    watch?.reach('folder')
    const messages = Number(/^(\d+)/.exec(await ask(client, 'STAT'))?.[1] ?? Number.NaN)
    if (!Number.isSafeInteger(messages)) throw troubleBy('mailbox-uncounted')
    await ask(client, 'QUIT')
    return { messages, fresh: messages }
  } finally {
    client.close()
  }
}

/**
 * Fetches at most `limits.most` messages, oldest first. `take` resolves when a message is durable;
 * only then is it deleted.
 */
export async function fetchPop3(
  address: MailboxAddress,
  limits: FetchLimits,
  take: (message: MailboxMessage) => Promise<void>,
): Promise<number> {
  const client = await logIn(address, limits)
  try {
    let fetched = 0
    for (const { number, size } of await list(client, limits.most)) {
      // The beginning of a message that is too large is enough to judge it.
      await ask(client, size > limits.size ? `TOP ${number} 2000` : `RETR ${number}`)
      const message = await readMessage(client, limits)
      await take({ uid: 0, size: Math.max(size, message.size), content: message.content })
      await ask(client, `DELE ${number}`)
      fetched++
    }
    // The server deletes only now (RFC 1939 6).
    await ask(client, 'QUIT')
    return fetched
  } finally {
    client.close()
  }
}

async function list(client: LineClient, most: number): Promise<{ number: number; size: number }[]> {
  await ask(client, 'LIST')
  const found = new Map<number, number>()
  let lines = 0
  for (;;) {
    for (const line of await client.lines('.')) {
      if (line === '.') return [...found].map(([number, size]) => ({ number, size }))
      if (lines++ > LONGEST_LIST) throw troubleBy('mailbox-endless-list')
      const [, number, size] = /^(\d{1,9}) (\d{1,15})\b/.exec(line) ?? []
      if (number === undefined) throw troubleBy('mailbox-lists', { says: line.slice(0, 200) })
      if (found.size < most) found.set(Number(number), Number(size))
    }
  }
}

/** Limits the message regardless of its announced size. */
async function readMessage(client: LineClient, { size: largest, keep }: FetchLimits) {
  const lines: string[] = []
  let size = 0
  let kept = 0
  for (;;) {
    // In chunks: each wait costs more than a short line.
    for (const line of await client.lines('.')) {
      if (line === '.') return { size, content: Buffer.from(lines.join(''), 'latin1') }
      const text = `${line.startsWith('.') ? line.slice(1) : line}\r\n`
      size += text.length
      if (size > largest * 2) throw troubleBy('mailbox-endless-message')
      if (kept >= keep) continue
      kept += text.length
      lines.push(text)
    }
  }
}
