/**
 * IMAP in a worker thread for each check of a mailbox, with limits of time and memory: a server
 * can't block anything else, and the library's memory is freed with the thread.
 */
import { Worker } from 'node:worker_threads'
import { accessToken, dropToken, NoToken } from '../../lib/access-tokens.ts'
import type { ServerCertificate } from '../../lib/server-certificate.ts'
import { endThread, watchThread } from '../../lib/watch-thread.ts'
import { MailboxTrouble, troubleBy } from './line-client.ts'
import type {
  FetchLimits,
  MailboxCount,
  MailboxMessage,
  MailboxStep,
  MailboxWatch,
} from './mailbox.ts'
import type { MailboxAddress } from './url.ts'
import type { MailboxSentence } from './words.ts'

/** The last UID read. UIDs are invalid once the UIDVALIDITY has changed. */
export interface ReadUpTo {
  validity: string | null
  uid: number
}

/** Input of a thread. */
export interface ImapTask {
  address: MailboxAddress
  limits: Omit<FetchLimits, 'signal'>
  upTo: ReadUpTo
  work: 'count' | 'fetch' | { since: string }
}

/** A message with its place in a mailbox; `content` is its beginning. */
export interface PlacedMail extends MailboxMessage {
  folder: string
  placement: 'inbox' | 'junk' | 'other'
  /** When the server got it, ISO 8601. */
  arrived: string
}

/** Messages from a thread; each message of the mailbox is acknowledged once it is durable. */
export type ImapThreadMessage =
  | { ready: true }
  | { reached: MailboxStep }
  | { certificate: ServerCertificate | null }
  | { message: Omit<MailboxMessage, 'content'> & { content: Uint8Array }; validity: string }
  | { placed: Omit<PlacedMail, 'content'> & { content: Uint8Array } }
  | { fetched: number }
  | { counted: MailboxCount }
  | { trouble: readonly MailboxSentence[] }

export interface ImapThreadOptions {
  /** Milliseconds of processor time from one message to the next. */
  limitMillis: number
  entry: URL
}

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './imap-thread.ts' : './imap-thread.js',
  import.meta.url,
)
/** A message of 4 MB takes a hundredth of this. */
const LIMIT_MILLIS = 10_000
/** In MB: a message is at most 4 MB, as is the longest line. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 }

type Take = (message: MailboxMessage, validity: string) => Promise<void>
type Judge = (mail: PlacedMail) => Promise<boolean>
type ImapEnd = Extract<ImapThreadMessage, { fetched: unknown } | { counted: unknown }>

/** Logs in and counts messages; changes nothing. Throws MailboxTrouble. */
export async function countImap(
  address: MailboxAddress,
  limits: FetchLimits,
  upTo: ReadUpTo,
  watch?: MailboxWatch,
): Promise<MailboxCount> {
  const { signal, ...bounds } = limits
  const task = { address, limits: bounds, upTo, work: 'count' as const }
  const end = await inThread(task, signal, { watch })
  return (end as { counted: MailboxCount }).counted
}

/**
 * Fetches at most `limits.most` messages, in order of their UIDs. `take` gets a message with its
 * UID and UIDVALIDITY, and resolves when it is durable; only then is it marked as seen. Throws
 * MailboxTrouble, and errors of `take`.
 */
export async function fetchImap(
  address: MailboxAddress,
  limits: FetchLimits,
  upTo: ReadUpTo,
  take: Take,
  options: Partial<ImapThreadOptions> = {},
): Promise<number> {
  const { signal, ...bounds } = limits
  const task = { address, limits: bounds, upTo, work: 'fetch' as const }
  const end = await inThread(task, signal, { take }, options)
  return (end as { fetched: number }).fetched
}

/**
 * Looks for one message that arrived since a moment, in inbox, junk and some other folders, without
 * changing anything: `isIt` gets the newest of each, with at most `limits.keep` octets. Undefined:
 * it is in none of them. Throws MailboxTrouble, and errors of `isIt`.
 */
export async function findMail(
  address: MailboxAddress,
  limits: FetchLimits,
  since: Date,
  isIt: Judge,
): Promise<PlacedMail | undefined> {
  const { signal, ...bounds } = limits
  let found: PlacedMail | undefined
  const judge = async (mail: PlacedMail) => {
    if (await isIt(mail)) found = mail
    return found !== undefined
  }
  const upTo = { validity: null, uid: 0 }
  const task = { address, limits: bounds, upTo, work: { since: since.toISOString() } }
  await inThread(task, signal, { judge })
  return found
}

/** The tokens of the process are in this thread. */
async function withToken(address: MailboxAddress, watch?: MailboxWatch): Promise<MailboxAddress> {
  if (!address.grant) return address
  try {
    return { ...address, password: (await accessToken(address.grant)).token }
  } catch (error) {
    if (!(error instanceof NoToken)) throw error
    // The server was not asked at all.
    watch?.reach('login')
    throw new MailboxTrouble(error.sentences, { cause: error })
  }
}

/** Resolves after the thread has ended and no `take` is running. */
async function inThread(
  task: ImapTask,
  signal: AbortSignal | undefined,
  { take, judge, watch }: { take?: Take; judge?: Judge; watch?: MailboxWatch | undefined },
  { limitMillis = LIMIT_MILLIS, entry = ENTRY }: Partial<ImapThreadOptions> = {},
): Promise<ImapEnd> {
  const at = `${task.address.host}:${task.address.port}`
  const address = await withToken(task.address, watch)
  if (signal?.aborted) throw troubleBy('mailbox-stopped', { at })
  const workerData: ImapTask = { ...task, address }
  const worker = new Worker(entry, { workerData, resourceLimits: MEMORY })
  const { promise, resolve, reject } = Promise.withResolvers<ImapEnd>()
  const fail = (code: 'mailbox-memory' | 'mailbox-slow' | 'mailbox-stopped') =>
    reject(troubleBy(code, { at }))
  let over = false
  let ready = false
  let taken = 0
  let taking = Promise.resolve()

  worker.on('message', (said: ImapThreadMessage) => {
    // Still in flight when the thread was ended.
    if (over) return
    if ('ready' in said) ready = true
    else if ('reached' in said) watch?.reach(said.reached)
    else if ('certificate' in said) watch?.certificate(said.certificate)
    else if ('trouble' in said) reject(new MailboxTrouble(said.trouble))
    else if ('message' in said) {
      const { buffer } = said.message.content
      const message = { ...said.message, content: Buffer.from(buffer) }
      taking = take!(message, said.validity).then(() => {
        taken++
        worker.postMessage('kept')
      }, reject)
    } else if ('placed' in said) {
      const mail = { ...said.placed, content: Buffer.from(said.placed.content.buffer) }
      taking = judge!(mail).then(isFound => {
        taken++
        worker.postMessage(isFound ? 'enough' : 'kept')
      }, reject)
    } else resolve(said)
  })
  worker.on('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? fail('mailbox-memory') : reject(error),
  )
  worker.on('exit', () => reject(new Error('The worker thread of a mailbox exited unexpectedly.')))
  const unwatch = watchThread({
    worker,
    limitMillis,
    progress: () => (ready ? taken : undefined),
    overrun: () => fail('mailbox-slow'),
  })
  const onAbort = () => fail('mailbox-stopped')
  signal?.addEventListener('abort', onAbort)
  try {
    return await promise
  } catch (error) {
    // A server may end a token before its time: the next check brings another.
    if (address.grant) dropToken(address.grant, address.password)
    throw error
  } finally {
    over = true
    signal?.removeEventListener('abort', onAbort)
    unwatch()
    await Promise.all([endThread(worker), taking])
  }
}
