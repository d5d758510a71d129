/**
 * Listens as the host that programs call, passes each call to the service that answers, and gives a
 * copy to the other one. `pennypost shadow switch` and `back` change who answers.
 */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../db/db.ts'
import { usernameKey } from '../../domain/accounts/username.ts'
import { beatShadow, openShadow, wantShadow } from '../../domain/shadow/shadow.sql.ts'
import { lineShown } from '../../lib/controls.ts'
import {
  BODY_STATUS,
  BodyRefused,
  type BodyTrouble,
  createRequestBodies,
  type RequestBodies,
} from '../../lib/request-bodies.ts'
import type { PassedAnswer } from './answer.ts'
import { isChange, type PassedRequest, readCall } from './call.ts'
import { createCopies, type ShadowMode } from './copies.ts'
import { sendDocument } from './documents.ts'
import { passOn, type ShadowTarget, send, shadowTarget } from './forward.ts'
import { createImportWatch } from './import-watch.ts'
import { type OpenCall, openJournal } from './journal.ts'
import { createTally } from './tally.ts'

export interface ShadowOptions {
  db: Store
  accountId: number
  username: string
  /** Addresses of the two services; only their hosts count. */
  oldUrl: URL
  newUrl: URL
  host: string
  port: number
  journalPath: string
  maxBody: number
  applySends: boolean
  /** How often counts are written, and a switch is looked for. */
  beatMillis?: number
  note(sentence: string): void
}

export interface Shadow {
  port: number
  close(): Promise<void>
}

const IDLE_MILLIS = 120_000
const BEAT_MILLIS = 500
/** How long programs wait at a switch while the other service gets its last calls. */
const SWITCH_MILLIS = 15_000
const MOST_MEMORY = 96 << 20

export async function startShadow(options: ShadowOptions): Promise<Shadow> {
  const { db, accountId, oldUrl, newUrl, note, maxBody, beatMillis = BEAT_MILLIS } = options
  const { wanted } = await openShadow(db, { accountId, oldUrl: oldUrl.origin })
  let mode = wanted as ShadowMode
  const old = shadowTarget(oldUrl, IDLE_MILLIS, false)
  const here = shadowTarget(newUrl, IDLE_MILLIS, true)
  const journal = openJournal(options.journalPath)
  const tally = createTally(db, accountId)
  for (const call of journal.leftOpen) tally.count(call, 'missed')
  if (journal.leftOpen.length > 0)
    note(
      `${journal.leftOpen.length} changes or imports were under way when the last process ended: ` +
        'run pennypost migrate again.',
    )
  const imports = createImportWatch({ db, accountId, old, tally })
  const copies = createCopies({ ...options, old, here, tally, imports })
  const bodies = createRequestBodies({
    most: MOST_MEMORY,
    networkOf: ({ socket }) => socket.remoteAddress ?? '',
  })
  const ownKey = usernameKey(options.username)
  let underWay = 0
  let gate: Promise<void> | undefined

  const handle = async (req: http.IncomingMessage, res: http.ServerResponse): Promise<void> => {
    const body = await bodyOf(req, res, { maxBody, bodies })
    if (!body) return
    await gate
    underWay++
    try {
      const target = req.url ?? '/'
      await pass({ method: req.method ?? 'GET', target, headers: req.headers, body }, req, res)
    } finally {
      underWay--
      bodies.release(req)
    }
  }

  const pass = async (
    request: PassedRequest,
    req: http.IncomingMessage,
    res: http.ServerResponse,
  ): Promise<void> => {
    const answering = mode
    const primary = answering === 'old' ? old : here
    const call = readCall(request)
    if (!call) return sendDocument(primary, request, res)
    const named = { operation: call.operation, program: programOf(req) }
    tally.count(named, 'calls')
    const change = isChange(call.operation)
    const entry = change ? journal.begin(named) : undefined
    const settled = () => entry !== undefined && journal.settle(entry)
    const answer = await answerFrom(primary, request, res, named)
    if (!answer) return void settled()
    if (usernameKey(call.username) !== ownKey) {
      tally.count(named, 'leftOut')
      return void settled()
    }
    copies.add({ call, request, answer, change, named, mode: answering, settled })
  }

  /** Undefined: there was none, or half of one. */
  const answerFrom = async (
    primary: ShadowTarget,
    request: PassedRequest,
    res: http.ServerResponse,
    named: OpenCall,
  ): Promise<PassedAnswer | undefined> => {
    try {
      return await passOn(await send(primary, request), res)
    } catch (error) {
      tally.count(named, 'failed')
      refuse(res, 502, `${primary.url.host} does not answer: ${reasonOf(error)}.`)
      if (!isChange(named.operation) || reasonOf(error) === 'ECONNREFUSED') return undefined
      tally.count(named, 'missed')
      tally.differ(named, [
        { difference: 'no answer: it may have been carried out', example: reasonOf(error) },
      ])
      return undefined
    }
  }

  const switchTo = async (to: ShadowMode): Promise<void> => {
    let open = () => {}
    gate = new Promise(resolve => {
      open = resolve
    })
    try {
      const until = Date.now() + SWITCH_MILLIS
      while (underWay > 0 && Date.now() < until) await pause(5)
      if (underWay > 0 || !(await copies.drained(until - Date.now()))) {
        note('Not switched: the other service does not keep up.')
        await wantShadow(db, { accountId, wanted: mode })
        return
      }
      mode = to
      note(to === 'new' ? 'Pennypost answers now.' : 'The old service answers now.')
    } finally {
      gate = undefined
      open()
    }
  }

  let ended = false
  const beat = async (): Promise<void> => {
    while (!ended) {
      try {
        await tally.flush()
        const state = { accountId, answering: mode, waiting: copies.waiting() + imports.waiting() }
        const wanted = (await beatShadow(db, state))?.wanted as ShadowMode | undefined
        if (wanted !== undefined && wanted !== mode) await switchTo(wanted)
        else await pause(beatMillis)
      } catch (error) {
        note(`The store does not answer: ${reasonOf(error)}.`)
        await pause(BEAT_MILLIS * 4)
      }
    }
  }

  const server = http.createServer((req, res) => {
    handle(req, res).catch(error => {
      note(`A call failed: ${reasonOf(error)}.`)
      refuse(res, 502, 'The call could not be passed on.')
    })
  })
  server.keepAliveTimeout = 125_000
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const beating = beat()
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeIdleConnections()
      await copies.drained(5_000)
      ended = true
      copies.stop()
      imports.stop()
      await beating
      await tally.flush()
      server.closeAllConnections()
      journal.close()
      for (const { agent } of [old, here]) agent.destroy()
    },
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

function refuse(res: http.ServerResponse, status: number, sentence: string): void {
  if (res.headersSent) return void res.destroy()
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`)
}

/** The program by its User-Agent, else by its address. */
function programOf(req: http.IncomingMessage): string {
  const said = lineShown((req.headers['user-agent'] ?? '').slice(0, 80)).trim()
  return said === '' ? `a program at ${req.socket.remoteAddress ?? '?'}` : said
}

interface BodyMeans {
  maxBody: number
  bodies: RequestBodies
}

/** Undefined: it was refused, or the program went away, and nothing is passed on. */
async function bodyOf(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { maxBody, bodies }: BodyMeans,
): Promise<Buffer | undefined> {
  try {
    return await bodies.read(req, { sender: 'program', most: maxBody })
  } catch (error) {
    if (!(error instanceof BodyRefused)) return undefined
    if (!req.complete) res.shouldKeepAlive = false
    refuse(res, BODY_STATUS[error.trouble], SENTENCES[error.trouble])
    return undefined
  }
}

const SENTENCES: Record<BodyTrouble, string> = {
  'too-large': 'The request is too large.',
  'too-slow': 'The request arrived too slowly.',
  'no-room': 'Try again later.',
}
