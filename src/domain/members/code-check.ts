/**
 * Checks one-time codes. A caller who gives one knows the password, so wrong ones are few: a
 * pending sign-in ends after ten, and after thirty in an hour the codes of the person are locked,
 * in all processes and from all networks. Each is counted before it is checked, so that concurrent
 * ones are no more. docs/decisions/0061-guessing.md.
 */
import { createHash } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { stepOfCode } from '../../lib/one-time-code.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { logInFailures } from '../../lib/telemetry.ts'
import { acceptCode, countCodeOfSession, removeSession } from '../accounts/accounts.sql.ts'
import { recordChange } from '../audit/record.ts'
import { Refusal, refused } from '../refusal.ts'
import { membershipsOfPerson } from './members.sql.ts'
import * as factors from './second-factor.sql.ts'

/** docs/operating.md documents them. */
export const CODE_RULE = { ofSession: 10, inHour: 30 }
export const SEALED_FOR = 'one-time codes'
const LONGEST_CODE = 40

export interface GivenCode {
  personId: number
  code: string
  peer: string
  /** The session that waits for it. */
  session: { accountId: number; tokenHash: string }
}

/**
 * Uses a code up and opens the session that waits. Throws Refusal('wrong-code'), or
 * Refusal('too-many-failures') when the session has ended or the codes rest.
 */
export type CodeCheck = (given: GivenCode) => Promise<void>

interface CodeCheckOptions {
  /** Called for each wrong code; never with the code. */
  onFailure?: (failed: { peer: string; personId: number }) => void
  /** Called when the codes of a person begin to rest. */
  onRest?: (personId: number) => void
  now?: () => number
}

export function createCodeCheck(
  db: Store,
  sealer: Sealer,
  { onFailure = () => {}, onRest = () => {}, now = Date.now }: CodeCheckOptions = {},
): CodeCheck {
  return async ({ personId, code, peer, session }) => {
    const most = CODE_RULE.inHour
    const ofSession = await countCodeOfSession(db, { ...session, most: CODE_RULE.ofSession })
    if (!ofSession) throw tooMany('codes-session-ended')
    const ended = ofSession.given >= CODE_RULE.ofSession
    const [given] = await factors.countCodeOfPerson(db, { personId, most })
    if (!given) {
      if (ended) await removeSession(db, session)
      throw tooMany('codes-rest')
    }
    const right = await atomically(db, async tx => {
      if (!(await usesCode(tx, sealer, { personId, code, now: now() }))) return false
      await acceptCode(tx, session)
      await factors.uncountCodeOfPerson(tx, { personId })
      const change = { action: 'session.code', id: session.tokenHash.slice(0, 16) } as const
      await recordChange(tx, session.accountId, change, { kind: 'person', id: personId, peer })
      return true
    })
    if (right) return
    if (ended) await removeSession(db, session)
    onFailure({ peer, personId })
    if (given.failures >= most) {
      await recordRest(db, personId, peer)
      onRest(personId)
    }
    if (ended) throw tooMany('codes-session-ended')
    logInFailures.publish({ tooMany: false })
    throw new Refusal('wrong-code')
  }
}

function tooMany(code: 'codes-session-ended' | 'codes-rest'): Refusal {
  logInFailures.publish({ tooMany: true })
  return refused('too-many-failures', code)
}

const recordRest = (db: Store, personId: number, peer: string): Promise<void> =>
  atomically(db, async tx => {
    for (const { accountId } of await membershipsOfPerson(tx, { personId })) {
      const change = { action: 'member.rest-codes', id: personId } as const
      await recordChange(tx, accountId, change, { kind: 'visitor', peer })
    }
  })

/** Uses a code of the app, or a recovery code, up. False for a wrong one. */
export async function usesCode(
  db: Db,
  sealer: Sealer,
  { personId, code: given, now }: { personId: number; code: string; now: number },
): Promise<boolean> {
  if (given.length > LONGEST_CODE) return false
  const code = given.replace(/[\s-]/g, '').toUpperCase()
  if (!/^\d{6}$/.test(code)) {
    const codeHash = hashOfCode(code.replace(/.{4}(?=.)/g, '$&-'))
    return (await factors.useRecoveryCode(db, { personId, codeHash })) > 0
  }
  const person = await factors.codeOfPerson(db, { personId })
  if (!person?.sealedCodeSecret) return false
  const step = stepOfCode(sealer.open(person.sealedCodeSecret, SEALED_FOR), code, now)
  return step !== undefined && (await factors.useCodeStep(db, { personId, step })) > 0
}

export const hashOfCode = (code: string): string =>
  createHash('sha256').update(code).digest('base64url')
