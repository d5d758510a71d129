/**
 * Notes the calls of programs: counted in memory beside the answers, and written a second later,
 * one statement for each program. A process that is killed loses the calls of its
 * last second. Values chosen by a caller are bounded in number and length.
 */

import type { Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { createCache } from '../../lib/cache.ts'
import { findAccount } from '../accounts/accounts.sql.ts'
import { usernameKey } from '../accounts/username.ts'
import { networkOf } from '../sign-ups/network.ts'
import { type Client, clientOf } from './client.ts'
import { stepOf } from './durations.ts'
import { keepExchanges, noteProgramCalls, noteUnoffered, programOf } from './programs.sql.ts'

export interface NotedCall {
  /** The account; of a caller that has not signed in, the user name that it gave. */
  caller: number | string
  /** Undefined: none of that name is offered. */
  operation: string | undefined
  /** The name that it gave then, by operationName(). */
  unoffered: string | undefined
  binding: string
  /** Of a closed list; empty: it succeeded. */
  outcome: string
  millis: number
  peer: string
  userAgent: string | undefined
  /** Redacted; only asked for if it is kept. */
  exchange(): object
}

interface Gathered {
  caller: number | string
  client: Client
  binding: string
  network: string
  calls: Map<string, { operation: string; outcome: string; calls: number }>
  times: Map<number, number>
  exchanges: { at: Date; place: number; failed: boolean; text: string }[]
  unoffered: Map<string, number>
}

interface CallNotes {
  /** Returns at once. */
  note(call: NotedCall): void
  /** Writes the gathered calls. */
  flush(): Promise<void>
}

const GATHER_MILLIS = 1_000
/** Programs in memory at a time, and of those the ones that have not signed in. */
const MOST_GATHERED = 2_000
const MOST_STRANGE = 200
const LONGEST_USERNAME = 200
/** Exchanges of a program that a batch holds, and that the store keeps. */
const MOST_FAILED = 20
const MOST_OTHER = 5
const LONGEST_EXCHANGE = 8_000
/** A success is kept of a program at most this often. */
const OTHER_MILLIS = 60_000
/** Programs of an account that have signed in, and as many again that never have. */
const MOST_PROGRAMS = 100
const MOST_UNOFFERED = 50

export function createProgramNotes(
  db: Store,
  options: { keepsExchanges: boolean; report(error: unknown): void },
): CallNotes {
  let gathered = new Map<string, Gathered>()
  let strange = 0
  let places = 0
  let writing: Promise<void> | undefined
  const networks = createCache<string, string>({ most: 10_000 })
  const ids = createCache<string, number>({ most: 10_000 })
  const successes = createCache<string, number>({ most: 10_000 })

  function gather(key: string, { caller, binding }: NotedCall, client: Client, network: string) {
    const isStrange = typeof caller === 'string'
    if (gathered.size >= MOST_GATHERED || (isStrange && strange >= MOST_STRANGE)) return undefined
    if (isStrange) strange++
    const program: Gathered = {
      caller,
      client,
      binding,
      network,
      calls: new Map(),
      times: new Map(),
      exchanges: [],
      unoffered: new Map(),
    }
    gathered.set(key, program)
    if (gathered.size === 1) setTimeout(() => flush().catch(options.report), GATHER_MILLIS).unref()
    return program
  }

  function keep(key: string, program: Gathered, call: NotedCall, failed: boolean): void {
    const { exchanges } = program
    const of = exchanges.filter(one => one.failed === failed).length
    if (of >= (failed ? MOST_FAILED : MOST_OTHER)) return
    if (!failed) {
      const now = performance.now()
      if (now - (successes.get(key) ?? -OTHER_MILLIS) < OTHER_MILLIS) return
      successes.set(key, now)
    }
    const { operation = '', binding, outcome } = call
    const text = JSON.stringify({ ...call.exchange(), operation, binding, outcome })
    if (text.length <= LONGEST_EXCHANGE)
      exchanges.push({ at: new Date(), place: places++ % 2 ** 31, failed, text })
  }

  function note(call: NotedCall): void {
    const { caller, operation = '', unoffered, outcome, binding } = call
    if (typeof caller === 'string' && caller.length > LONGEST_USERNAME) return
    const client = clientOf(call.userAgent)
    const network = networks.through(call.peer, networkOf)
    const key = `${typeof caller} ${caller}\n${client.kind} ${binding} ${network}`
    const program = gathered.get(key) ?? gather(key, call, client, network)
    if (program === undefined) return
    // Both are of closed lists.
    const what = `${operation} ${outcome}`
    const known = program.calls.get(what)
    if (known) known.calls++
    else program.calls.set(what, { operation, outcome, calls: 1 })
    const step = stepOf(call.millis)
    program.times.set(step, (program.times.get(step) ?? 0) + 1)
    if (unoffered !== undefined) {
      const { unoffered: names } = program
      if (names.has(unoffered) || names.size < MOST_UNOFFERED)
        names.set(unoffered, (names.get(unoffered) ?? 0) + 1)
    }
    if (options.keepsExchanges && outcome !== 'gone') keep(key, program, call, outcome !== '')
  }

  async function idOf(accountId: number, program: Gathered, isKnown: boolean) {
    const { client, binding, network } = program
    const signs = { accountId, client: client.kind, binding, network }
    const key = Object.values(signs).join(' ')
    const id = isKnown ? ids.get(key) : undefined
    if (id !== undefined) return id
    const made = await programOf(db, {
      ...signs,
      newId: await takeId(db, accountId, 'program'),
      version: client.version,
      signedIn: typeof program.caller === 'number',
      most: MOST_PROGRAMS,
    })
    if (made.id !== null) ids.set(key, made.id)
    return made.id
  }

  async function write(program: Gathered): Promise<void> {
    const { caller, client, calls, times, exchanges, unoffered } = program
    const accountId =
      typeof caller === 'number'
        ? caller
        : (await findAccount(db, { usernameKey: usernameKey(caller) }))?.id
    if (accountId === undefined) return
    const rows = [...calls.values()]
    const counted = {
      accountId,
      version: client.version,
      signedIn: typeof caller === 'number',
      operations: rows.map(({ operation }) => operation),
      outcomes: rows.map(({ outcome }) => outcome),
      calls: rows.map(one => one.calls),
      steps: [...times.keys()],
      stepCalls: [...times.values()],
    }
    let programId = await idOf(accountId, program, true)
    if (programId === null) return
    if (!(await noteProgramCalls(db, { ...counted, programId })).isKnown) {
      // It was removed; it comes back, since it calls.
      programId = await idOf(accountId, program, false)
      if (programId === null) return
      await noteProgramCalls(db, { ...counted, programId })
    }
    if (exchanges.length > 0)
      await keepExchanges(db, {
        accountId,
        programId,
        mostFailed: MOST_FAILED,
        mostOther: MOST_OTHER,
        ats: exchanges.map(({ at }) => at),
        places: exchanges.map(({ place }) => place),
        failed: exchanges.map(({ failed }) => failed),
        exchanges: exchanges.map(({ text }) => text),
      })
    if (unoffered.size > 0)
      await noteUnoffered(db, {
        accountId,
        programId,
        most: MOST_UNOFFERED,
        operations: [...unoffered.keys()],
        calls: [...unoffered.values()],
      })
  }

  async function writeAll(): Promise<void> {
    const batch = gathered
    gathered = new Map()
    strange = 0
    for (const program of batch.values()) await write(program).catch(options.report)
  }

  async function flush(): Promise<void> {
    while (writing) await writing
    writing = writeAll().finally(() => {
      writing = undefined
    })
    await writing
  }

  return { note, flush }
}
