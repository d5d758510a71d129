/**
 * Follows imports that both services carry out to their ends: one that ended otherwise here is a
 * difference, although both services took the call. Programs need not ask for the state: it is
 * polled at the old service, with backoff, by the account's own password of that call. The change
 * stays open in the journal meanwhile, so that a shadow that is killed names it as missed.
 */
import { credentials, entryOf } from '../../contract/index.ts'
import type { Store } from '../../db/db.ts'
import {
  hasEnded,
  type ImportProgress,
  importProgress,
  peopleOf,
  STATES,
} from '../../domain/imports/progress.ts'
import { readAnswer } from './answer.ts'
import type { PassedRequest, ShadowCall } from './call.ts'
import { receive, type ShadowTarget, send } from './forward.ts'
import type { OpenCall } from './journal.ts'
import type { ShadowTally } from './tally.ts'

export interface FollowedImport {
  call: ShadowCall
  request: PassedRequest
  named: OpenCall
  oldId: number
  hereId: number
  /** Called once, when it has ended at both services. */
  settled(): void
}

export interface ImportWatch {
  follow(one: FollowedImport): void
  waiting(): number
  /** Imports that are still followed are not settled. */
  stop(): void
}

interface WatchTargets {
  db: Store
  accountId: number
  old: ShadowTarget
  tally: ShadowTally
  firstMillis?: number
}

const FIRST_MILLIS = 1_000
const LAST_MILLIS = 60_000
const STATE_OPERATION = 'GetImporterQueueImportState'
/** An import that takes longer is said to have no end. */
const MOST_MILLIS = 12 * 3_600_000
const MOST_FOLLOWED = 1_000

export function createImportWatch(targets: WatchTargets): ImportWatch {
  const { db, accountId, old, tally, firstMillis = FIRST_MILLIS } = targets
  const timers = new Map<FollowedImport, NodeJS.Timeout>()

  const end = (one: FollowedImport, difference: string, example = '') => {
    timers.delete(one)
    if (difference !== '') {
      tally.count(one.named, 'differing')
      tally.differ(one.named, [{ difference, example }])
    }
    one.settled()
  }
  const look = async (one: FollowedImport): Promise<boolean> => {
    const progress = await importProgress(db, accountId, one.hereId)
    if (!progress) {
      end(one, 'the import was undone or deleted here before it ended')
      return true
    }
    if (!hasEnded(progress)) return false
    const there = await oldState(old, one)
    if (there === undefined || there === 0 || there === 1) return false
    const same = there === progress.state
    end(one, same ? '' : endedOtherwise(there, progress), same ? '' : exampleOf(one, progress))
    return true
  }
  const later = (one: FollowedImport, millis: number, until: number) => {
    const again = async () => {
      const done = await look(one).catch(() => false)
      if (done || !timers.has(one)) return
      if (Date.now() > until) return end(one, 'an import did not end at the old service in time')
      later(one, Math.min(millis * 1.5, LAST_MILLIS), until)
    }
    timers.set(one, setTimeout(again, millis))
  }

  return {
    follow(one) {
      if (timers.size >= MOST_FOLLOWED)
        return end(one, 'too many imports at once: how they ended was not compared')
      later(one, firstMillis, Date.now() + MOST_MILLIS)
    },
    waiting: () => timers.size,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** 2 completed, 3 failed; negative: refused. Undefined: no answer now. */
async function oldState(old: ShadowTarget, one: FollowedImport): Promise<number | undefined> {
  const { call, request, oldId } = one
  const service = request.target.toLowerCase().indexOf('.asmx')
  const { importId } = entryOf(STATE_OPERATION)!.params
  const form = new URLSearchParams({
    [credentials.username.wire]: call.username,
    [credentials.password.wire]: call.password,
    [importId!.wire]: String(oldId),
  })
  const answer = await receive(
    await send(old, {
      method: 'POST',
      target: `${request.target.slice(0, service)}.asmx/${STATE_OPERATION}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(String(form)),
    }),
  )
  const read = readAnswer(answer, true)
  const state = read.kind === 'value' ? Number(read.value) : Number.NaN
  return Number.isInteger(state) ? state : undefined
}

const endedOtherwise = (there: number, { state }: ImportProgress): string =>
  `an import: old ${STATES[there] ?? there}, here ${STATES[state]}`

function exampleOf({ oldId, hereId }: FollowedImport, progress: ImportProgress): string {
  const { position, rejected, trouble, refusal } = progress
  const counts = `${peopleOf(progress)} of ${position} rows taken, ${rejected} rejected`
  const why = refusal ?? trouble ?? ''
  return `old ${oldId}, here ${hereId}: ${counts}${why && `; ${why}`}`.slice(0, 300)
}
