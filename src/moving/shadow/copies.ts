/**
 * Gives calls to the other service, one after the other in the order of their answers, and compares
 * both answers. The queue is bounded: while the other service is away it fills up to the limit;
 * changes beyond it are missed, counted by name. Programs never wait for it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { entryOf } from '../../contract/index.ts'
import type { Store } from '../../db/db.ts'
import { makeList, type NewList } from '../../domain/lists/add-list.ts'
import { Refusal } from '../../domain/refusal.ts'
import { adoptId } from '../../domain/shadow/adopt-id.ts'
import { addShadowJoin } from '../../domain/shadow/shadow.sql.ts'
import { isAccepted, type PassedAnswer, type ReadAnswer, readAnswer } from './answer.ts'
import { isSending, type PassedRequest, type ShadowCall, withIds } from './call.ts'
import { compareAnswers, idsInRows, kindMade } from './compare.ts'
import { receive, type ShadowTarget, send } from './forward.ts'
import { isId, noteIdPair, readIdPairs, type TranslateId } from './id-map.ts'
import type { ImportWatch } from './import-watch.ts'
import type { OpenCall } from './journal.ts'
import type { ShadowTally } from './tally.ts'

/** Who answers programs. */
export type ShadowMode = 'old' | 'new'

export interface CallCopy {
  call: ShadowCall
  request: PassedRequest
  answer: PassedAnswer
  mode: ShadowMode
  change: boolean
  named: OpenCall
  /** Called once, when nothing more is to happen. */
  settled(): void
}

export interface CopyTargets {
  db: Store
  accountId: number
  old: ShadowTarget
  here: ShadowTarget
  tally: ShadowTally
  imports: ImportWatch
  /** Sending calls too: for rehearsals, where nothing leaves this machine. */
  applySends: boolean
  note(sentence: string): void
}

export interface Copies {
  add(copy: CallCopy): void
  waiting(): number
  /** False: it took longer than so many milliseconds. */
  drained(millis: number): Promise<boolean>
  stop(): void
}

const MOST_CALLS = 10_000
const MOST_BYTES = 64 << 20
const LONGEST_PAUSE_MILLIS = 5_000

export function createCopies(targets: CopyTargets): Copies {
  const { tally, note } = targets
  let queue: CallCopy[] = []
  let bytes = 0
  let busy = false
  let stopped = false
  const stopping = new AbortController()

  const miss = ({ named, change, mode }: CallCopy) => {
    tally.count(named, change ? 'missed' : 'leftOut')
    if (!change || mode === 'old') return
    // No copy brings it there.
    tally.count(named, 'differing')
    tally.differ(named, [{ difference: 'a change that the old service did not get', example: '' }])
  }
  const give = async (copy: CallCopy) => {
    let followed = false
    try {
      followed = await carryOut(targets, copy, stopping.signal)
    } catch (error) {
      // Open calls are in the journal.
      if (stopped) return
      miss(copy)
      note(`${copy.named.operation} was not given to the other service: ${error}`)
    }
    bytes -= sizeOf(copy)
    if (!followed) copy.settled()
  }
  const work = async () => {
    busy = true
    while (queue.length > 0 && !stopped) {
      const batch = queue
      queue = []
      while (batch.length > 0 && !stopped) {
        // Changes keep their order; reads between two changes need none.
        const together = batch[0]!.change ? 1 : readsAtOnce(batch)
        remaining = batch.length
        await Promise.all(batch.splice(0, together).map(give))
      }
      remaining = 0
    }
    busy = false
  }
  /** Of the batch at work. */
  let remaining = 0
  const waiting = () => queue.length + remaining

  return {
    add(copy) {
      const full = waiting() >= MOST_CALLS || bytes + sizeOf(copy) > MOST_BYTES
      const late = waiting() >= MOST_CALLS / 2 || bytes + sizeOf(copy) > MOST_BYTES / 2
      if (full || (late && !copy.change)) {
        miss(copy)
        return copy.settled()
      }
      bytes += sizeOf(copy)
      queue.push(copy)
      if (!busy) void work()
    },
    waiting,
    async drained(millis) {
      const until = Date.now() + millis
      while (waiting() > 0 || busy) {
        if (Date.now() > until) return false
        await pause(10)
      }
      return true
    },
    stop() {
      stopped = true
      stopping.abort()
    },
  }
}

const MOST_READS = 4

function readsAtOnce(batch: readonly CallCopy[]): number {
  const change = batch.findIndex(copy => copy.change)
  return Math.min(MOST_READS, change < 0 ? batch.length : change)
}

const sizeOf = ({ request, answer }: CallCopy): number =>
  request.body.length + (answer.body?.length ?? 0)

/** Whether it continues, as an import that is followed to its end. */
async function carryOut(
  targets: CopyTargets,
  copy: CallCopy,
  signal: AbortSignal,
): Promise<boolean> {
  const { tally, applySends } = targets
  const { call, named, change } = copy
  const answered = readAnswer(copy.answer, call.form)
  const refused = change && !isAccepted(answered)
  const sends = isSending(call.operation) && !applySends
  if (refused || sends || (!change && copy.answer.body === undefined)) {
    tally.count(named, 'leftOut')
    return false
  }
  const other = await askOther(targets, copy, answered, signal)
  const [old, here] = copy.mode === 'old' ? [answered, other] : [other, answered]
  const { toNew } = await readIdPairs(targets.db, targets.accountId, idsInRows(old, here))
  const differences = compareAnswers(call.operation, old, here, toNew)
  tally.count(named, 'compared')
  if (differences.length > 0) {
    tally.count(named, 'differing')
    tally.differ(named, differences)
  }
  return followImport(targets, copy, old, here)
}

/** An import that both services took: its end is compared, too. */
function followImport(
  { imports }: CopyTargets,
  { call, request, named, settled }: CallCopy,
  old: ReadAnswer,
  here: ReadAnswer,
): boolean {
  if (kindMade(call.operation) !== 'import' || old.kind !== 'value' || here.kind !== 'value')
    return false
  if (!isId(old.value) || !isId(here.value)) return false
  const ids = { oldId: Number(old.value), hereId: Number(here.value) }
  imports.follow({ call, request, named, settled, ...ids })
  return true
}

/** The answer of the other service; a list is made here with the id that it has there. */
async function askOther(
  targets: CopyTargets,
  copy: CallCopy,
  answered: ReadAnswer,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  const { db, accountId, old, here } = targets
  const { call, mode } = copy
  const made = kindMade(call.operation)
  const value = answered.kind === 'value' ? answered.value : ''
  if (mode === 'old' && made === 'list') return makeSameList(targets, call, value)
  if (mode === 'old' && made === 'subscriber') {
    const email = call.parameters.get('stremail') ?? ''
    await adoptId(db, accountId, Number(value), email)
  }
  const named = idsNamed(call)
  const pairs = await readIdPairs(db, accountId, [...named.map(({ id }) => id), value])
  const translate = mode === 'old' ? pairs.toNew : pairs.toOld
  const request = withIds(copy.request, call, changedIds(named, translate))
  const listId = named.find(({ kind }) => kind === 'list')?.id ?? ''
  if (mode === 'old' && made === 'subscriber' && isId(listId) && isId(value))
    // Before the call: a shadow that is killed leaves no person on the list that no copy would
    // remove.
    await addShadowJoin(db, {
      accountId,
      listId: Number(pairs.toNew('list', listId)),
      subscriberId: Number(pairs.toNew('subscriber', value)),
    })
  const other = await ask(mode === 'old' ? here : old, request, targets, signal)
  const read = readAnswer(other, call.form)
  if (made !== undefined && read.kind === 'value' && value !== '') {
    const [inOld, inHere] = mode === 'old' ? [value, read.value] : [read.value, value]
    await noteIdPair(db, accountId, { kind: made, old: inOld, here: inHere })
  }
  return read
}

async function makeSameList(
  { db, accountId }: CopyTargets,
  { parameters }: ShadowCall,
  id: string,
): Promise<ReadAnswer> {
  const text = (name: string) => parameters.get(name) ?? ''
  const { params } = entryOf('InsertMailingList')!
  const facts = Object.fromEntries(
    Object.entries(params).map(([key, { wire }]) => [key, text(wire.toLowerCase())]),
  )
  try {
    await makeList(
      db,
      accountId,
      { ...(facts as unknown as NewList), severalLines: true },
      { id: Number(id) },
    )
    return { kind: 'value', value: id }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'value', value: '-2' }
  }
}

interface NamedId {
  kind: string
  wire: string
  id: string
}

/** Parameters that name a record by an id. */
function idsNamed({ operation, parameters }: ShadowCall): NamedId[] {
  return Object.entries(entryOf(operation)?.params ?? {}).flatMap(([key, { wire }]) => {
    const kind = KINDS[key]
    const id = parameters.get(wire.toLowerCase())?.trim()
    return kind === undefined || id === undefined || id === '' ? [] : [{ kind, wire, id }]
  })
}

/** Where the other service has another id. */
function changedIds(named: readonly NamedId[], translate: TranslateId): Map<string, string> {
  const changed = new Map<string, string>()
  for (const { kind, wire, id } of named) {
    const other = translate(kind, id)
    if (other !== id) changed.set(wire, other)
  }
  return changed
}

const KINDS: Record<string, string> = {
  subscriberId: 'subscriber',
  listId: 'list',
  importId: 'import',
}

/** Asks until there is an answer: changes and reads alike may be repeated. */
async function ask(
  target: ShadowTarget,
  request: PassedRequest,
  { note }: CopyTargets,
  signal: AbortSignal,
): Promise<PassedAnswer> {
  const { 'accept-encoding': _, ...headers } = request.headers
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted()
    try {
      const answer = await receive(await send(target, { ...request, headers }))
      if (answer.status !== 503 && answer.status !== 502) return answer
    } catch (error) {
      if (tries === 0) note(`${target.url.host} does not answer: ${error}. Calls are kept for it.`)
    }
    await pause(Math.min(LONGEST_PAUSE_MILLIS, 100 * 2 ** Math.min(tries, 10)), undefined, {
      signal,
    })
  }
}
