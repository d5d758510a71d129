/**
 * The former service, as a program calls it: by SOAP 1.1, at a limited rate, with exponential
 * backoff while it is busy or away. Only operations that read are ever called: `calls` lists them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Contract, contract, credentials, entryOf } from '../../contract/index.ts'
import { createRate } from '../../lib/rate.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { XmlBroken } from '../../lib/xml/elements.ts'
import { escapeAttribute, escapeText, findIllegal } from '../../lib/xml/xml.ts'
import { createByteDecoder, WrongCharacterSet } from './decode.ts'
import { describeService, type OldDescription } from './describe.ts'
import { agentFor, exchange } from './exchange.ts'
import { OldServiceBusy, OldServiceRefused } from './failures.ts'
import { createAnswerReader, type OldFault, type OldRow } from './read-answer.ts'

export interface OldServiceOptions {
  /** Up to and including `/externalapiservice.asmx`. */
  url: URL
  username: string
  password: string
  /** Default: that of its description. */
  namespace?: string
  /** Calls per second. */
  rate: number
  idleMillis: number
  /** How long one call is retried while the service is busy or away. */
  patienceMillis: number
  /** The first pause; doubled for each further one. */
  pauseMillis: number
  signal?: AbortSignal
  /** Called when a call is to be retried. */
  note(sentence: string): void
}

/** Operations that only read. */
type ReadOperation = {
  [N in keyof Contract]: Contract[N] extends { result: { kind: 'dataset' | 'records' } } ? N : never
}[keyof Contract]

/** `columns`: those that the answer declares, and those that rows had so far. */
export type RowSink = (part: OldRow[], columns: ReadonlySet<string>) => Promise<void>

/** An answer that begins. */
export interface OpenedAnswer {
  contentType: string
  /** See createByteDecoder. */
  characterSet: string | undefined
}

/** Takes an answer part by part. Throws XmlBroken or WrongCharacterSet if it can't be read. */
export interface AnswerSink<T> {
  push(bytes: Buffer): Promise<void>
  end(): Promise<{ fault: OldFault | undefined; result: T }>
}

export interface OldService {
  readonly description: OldDescription
  has(operation: string): boolean
  /**
   * Calls, and passes the rows in parts. When the call has to be repeated, `begin` is called again,
   * and all rows come again.
   */
  read(
    operation: ReadOperation,
    parameters: Record<string, string>,
    begin: () => RowSink,
  ): Promise<void>
  /** Calls, and passes the bytes. `open` is called again when the call has to be repeated. */
  readBytes<T>(
    operation: ReadOperation,
    parameters: Record<string, string>,
    open: (answer: OpenedAnswer) => AnswerSink<T>,
  ): Promise<T>
  close(): void
}

const LONGEST_PAUSE_MILLIS = 60_000
/** How often an unreadable answer is retried. */
const MOST_BROKEN = 6
const PART = 500

export async function openOldService(options: OldServiceOptions): Promise<OldService> {
  const { url, signal, idleMillis } = options
  const agent = agentFor(url)
  const rate = createRate(options.rate)
  const turn = createSemaphore(1)
  const text = { ...options, characterSet: undefined as string | undefined }
  for (const [what, given] of [
    ['user name', options.username],
    ['password', options.password],
  ] as const)
    if (findIllegal(given) >= 0)
      throw new OldServiceRefused(`The ${what} has a character that no program can send.`)

  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    let waited = 0
    let broken = 0
    for (let tries = 0; ; tries++) {
      await rate.take(1)
      signal?.throwIfAborted()
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof OldServiceBusy)) throw error
        if (error.kind === 'broken' && ++broken === MOST_BROKEN)
          throw new OldServiceRefused(`${error.message} That is the ${MOST_BROKEN}th time.`)
        if (waited >= options.patienceMillis)
          throw new OldServiceRefused(
            `${error.message} It was tried for ${Math.round(waited / 60_000)} minutes. ` +
              'Run the command again later: it goes on where it stopped.',
          )
        const usual = Math.min(LONGEST_PAUSE_MILLIS, options.pauseMillis * 2 ** Math.min(tries, 20))
        // Between a half and the whole, so that several callers don't come back at once.
        const millis = error.waitMillis ?? usual * (0.5 + Math.random() / 2)
        options.note(`${error.message} Trying again in ${Math.ceil(millis / 1000)} s.`)
        await pause(millis, undefined, { signal })
        waited += millis
      }
    }
  }

  const description: OldDescription =
    options.namespace === undefined
      ? await patiently(() => describeService(url, { idleMillis, agent, signal }))
      : { namespace: options.namespace, operations: new Set() }

  const once = async <T>(
    operation: ReadOperation,
    parameters: Record<string, string>,
    open: (answer: OpenedAnswer) => AnswerSink<T>,
  ): Promise<T> => {
    const { namespace } = description
    const request = {
      method: 'POST',
      url,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${namespace}${operation}"`,
      },
      body: envelopeOf(operation, namespace, { ...options, parameters }),
      idleMillis,
      agent,
      ...(signal && { signal }),
    } as const
    const { characterSet } = text
    try {
      // The next call is sent when the last byte is here: `end` may wait for a thread.
      const { sink, status } = await turn.run(async () => {
        const { status, contentType, bytes } = await exchange(request)
        const sink = open({ contentType, characterSet })
        for await (const part of bytes) await sink.push(part)
        return { sink, status }
      }, signal)
      const { fault, result } = await sink.end()
      checkFault(fault, operation, status)
      return result
    } catch (error) {
      if (error instanceof WrongCharacterSet && characterSet === undefined) {
        // Always windows-1252, as its programs must have read it, whichever charset it declares.
        text.characterSet = 'windows-1252'
        return once(operation, parameters, open)
      }
      throw unreadable(error, operation)
    }
  }

  return {
    description,
    has: operation => description.operations.has(operation),
    read: (operation, parameters, begin) =>
      patiently(() => once(operation, parameters, answer => rowsOf(answer, begin()))),
    readBytes: (operation, parameters, open) => patiently(() => once(operation, parameters, open)),
    close: () => agent.destroy(),
  }
}

function rowsOf({ contentType, characterSet }: OpenedAnswer, rows: RowSink): AnswerSink<void> {
  const decoder = createByteDecoder(contentType, characterSet)
  const reader = createAnswerReader()
  let waiting: OldRow[] = []
  const pass = async (most: number) => {
    waiting = waiting.concat(reader.takeRows())
    if (waiting.length < most) return
    await rows(waiting, reader.columns())
    waiting = []
  }
  return {
    async push(bytes) {
      reader.push(decoder.push(bytes))
      await pass(PART)
    },
    async end() {
      reader.push(decoder.end())
      reader.end()
      const fault = reader.fault()
      if (!fault) await pass(1)
      return { fault, result: undefined }
    },
  }
}

function unreadable(error: unknown, operation: string): unknown {
  if (!(error instanceof XmlBroken) && !(error instanceof WrongCharacterSet)) return error
  return new OldServiceBusy(
    `The answer of the old service to ${operation} can't be read, ${error.message}.`,
    'broken',
  )
}

function checkFault(fault: OldFault | undefined, operation: string, status: number): void {
  if (fault) throw faultOf(fault, operation)
  if (status !== 200)
    throw new OldServiceBusy(
      `The old service answers ${operation} with status ${status} and no fault.`,
      'broken',
    )
}

function faultOf({ code, text, reason }: OldFault, operation: string): Error {
  const said = `The old service refuses ${operation}: ${text || code}`
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`
  if (code.startsWith('Client') && reason !== 'busy') return new OldServiceRefused(sentence)
  return new OldServiceBusy(sentence, 'broken')
}

interface EnvelopeFacts {
  username: string
  password: string
  parameters: Record<string, string>
}

function envelopeOf(
  operation: ReadOperation,
  namespace: string,
  { username, password, parameters }: EnvelopeFacts,
): string {
  let inside = `${element(credentials.username.wire, username)}${element(credentials.password.wire, password)}`
  for (const [key, param] of Object.entries(entryOf(operation)!.params))
    inside += element(param.wire, parameters[key] ?? '')
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
    `<${operation} xmlns="${escapeAttribute(namespace)}">${inside}</${operation}>` +
    '</soap:Body></soap:Envelope>'
  )
}

const element = (name: string, text: string): string => `<${name}>${escapeText(text)}</${name}>`

/**
 * The allowlist of operations. Nothing else is ever called: a copy changes nothing at the former
 * service.
 */
export const readOperations: readonly string[] = Object.entries(contract)
  .filter(
    ([, { result, reads }]) => reads && (result.kind === 'dataset' || result.kind === 'records'),
  )
  .map(([name]) => name)
