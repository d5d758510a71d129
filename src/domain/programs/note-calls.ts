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
import type { ProgramBinding } from './bindings.ts'
import { type Client, clientOf } from './client.ts'
import { stepOf } from './durations.ts'
import { keepExchanges, noteProgramCalls, noteUnoffered, programOf } from './programs.sql.ts'

export interface NotedCall {
  /** The account; of a caller that has not signed in, the user name that it gave. */
  caller: number | string
  /** Undefined: none of that name is offered. */
  operation: string | undefined
  /** Asked for and not offered: names of a closed list, or by operationName(). */
  unoffered: readonly string[]
  binding: ProgramBinding
  /** The API key that it called with. */
  keyId?: number
  /** Of a closed list; empty: it succeeded. */
  outcome: string
  millis: number
  peer: string
  userAgent: string | undefined
  /** Redacted; only asked for if it is kept. */
  exchange(): object
}

interface Gathered {
  key: string
  caller: number | string
  client: Client
  binding: string
  /** A sign of programs without a key. */
  network: string
  keyId: number
  lastNetwork: string
  /** By operation, then by outcome: both are of closed lists. */
  calls: Map<string, Map<string, number>>
  /** A success may be kept. */
  wantsSuccess: boolean
  times: Map<number, number>
  exchanges: { at: Date; place: number; failed: boolean; text: string }[]
  unoffered: Map<string, number>
}

export interface CallNotes {
  /** Returns at once. */
  note(call: NotedCall): void
  /** Writes the gathered calls. */
  flush(): Promise<void>
}

const GATHER_MILLIS = 1_000
/** Programs in memory at a time; of those the anonymous ones, which have not signed in. */
const MOST_GATHERED = 2_000
const MOST_ANONYMOUS = 200
const LONGEST_USERNAME = 200
/** Exchanges of a program that a batch holds, and that the store keeps. */
const MOST_FAILED = 20
const MOST_OTHER = 5
/** So much of a User-Agent tells programs apart. */
const LONGEST_SIGN = 300
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
  /** Of the gathered ones, by what a call shows at once. */
  const recent = new Map<string, Gathered>()
  let anonymous = 0
  let places = 0
  let writing: Promise<void> | undefined
  const networks = createCache<string, string>({ most: 10_000 })
  const ids = createCache<string, number>({ most: 10_000 })
  const successes = createCache<string, number>({ most: 10_000 })

  const isDue = (key: string): boolean =>
    performance.now() - (successes.get(key) ?? -OTHER_MILLIS) >= OTHER_MILLIS

  function addProgram(key: string, call: NotedCall, client: Client, lastNetwork: string) {
    const { caller, binding, keyId = 0 } = call
    const isAnonymous = typeof caller === 'string'
    if (gathered.size >= MOST_GATHERED || (isAnonymous && anonymous >= MOST_ANONYMOUS))
      return undefined
    if (isAnonymous) anonymous++
    const program: Gathered = {
      key,
      caller,
      client,
      binding,
      network: keyId === 0 ? lastNetwork : '',
      keyId,
      lastNetwork,
      calls: new Map(),
      wantsSuccess: isDue(key),
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
    if (exchanges.length >= MOST_FAILED) return
    if (!failed) {
      program.wantsSuccess = false
      successes.set(key, performance.now())
    }
    const { operation = '', binding, outcome } = call
    const text = JSON.stringify({ ...call.exchange(), operation, binding, outcome })
    if (text.length <= LONGEST_EXCHANGE)
      exchanges.push({ at: new Date(), place: places++ % 2 ** 31, failed, text })
  }

  /** The program of a call whose signs were not seen since the last write. */
  function programOfCall(call: NotedCall): Gathered | undefined {
    const client = clientOf(call.userAgent)
    const network = networks.through(call.peer, networkOf)
    const { caller, binding, keyId } = call
    const sign = keyId === undefined ? network : `key ${keyId}`
    const key = `${typeof caller} ${caller}\n${client.kind} ${binding} ${sign}`
    const program = gathered.get(key) ?? addProgram(key, call, client, network)
    if (program !== undefined && recent.size < MOST_GATHERED) recent.set(signOf(call), program)
    return program
  }

  function note(call: NotedCall): void {
    const { caller, operation = '', unoffered, outcome } = call
    if (typeof caller === 'string' && caller.length > LONGEST_USERNAME) return
    const program = recent.get(signOf(call)) ?? programOfCall(call)
    if (program === undefined) return
    let outcomes = program.calls.get(operation)
    if (outcomes === undefined) {
      outcomes = new Map()
      program.calls.set(operation, outcomes)
    }
    countIn(outcomes, outcome)
    countIn(program.times, stepOf(call.millis))
    const { unoffered: names } = program
    for (const name of unoffered)
      if (names.has(name) || names.size < MOST_UNOFFERED) countIn(names, name)
    if (!options.keepsExchanges) return
    if (outcome === '' ? program.wantsSuccess : outcome !== 'gone')
      keep(program.key, program, call, outcome !== '')
  }

  async function idOf(accountId: number, program: Gathered, isKnown: boolean) {
    const { client, binding, network, keyId } = program
    const signs = { accountId, client: client.kind, binding, network, keyId }
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
    const rows = [...calls].flatMap(([operation, outcomes]) =>
      [...outcomes].map(([outcome, times]) => ({ operation, outcome, calls: times })),
    )
    const counted = {
      accountId,
      version: client.version,
      lastNetwork: program.lastNetwork,
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
    recent.clear()
    anonymous = 0
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

const countIn = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

const signOf = ({ caller, binding, keyId = 0, peer, userAgent = '' }: NotedCall): string =>
  `${typeof caller} ${caller}\n${binding} ${keyId} ${peer} ${
    userAgent.length > LONGEST_SIGN ? userAgent.slice(0, LONGEST_SIGN) : userAgent
  }`
