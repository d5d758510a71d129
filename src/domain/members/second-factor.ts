/**
 * The second factor of a person: codes of an authenticator app, each used once, and ten recovery
 * codes for a lost one. Wrong codes slow down as wrong passwords do.
 */
import { createHash, randomBytes } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { base32, codeUri, stepOfCode } from '../../lib/one-time-code.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { logInFailures } from '../../lib/telemetry.ts'
import { createFailures, peerOf } from '../accounts/failures.ts'
import { createTurns } from '../accounts/turns.ts'
import { Refusal } from '../refusal.ts'
import { lockOurs } from './lock-ours.ts'
import { endSessions, recordForPerson } from './proof.ts'
import * as factors from './second-factor.sql.ts'

const SEALED_FOR = 'one-time codes'
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const LONGEST_CODE = 40

/** Makes a new secret, in use once its first code is confirmed. */
export async function startSecondFactor(
  db: Db,
  sealer: Sealer,
  personId: number,
): Promise<{ secret: string; uri: string }> {
  const person = await factors.codeOfPerson(db, { personId })
  const secret = randomBytes(SECRET_BYTES)
  const sealedSecret = sealer.seal(secret, SEALED_FOR)
  if (!person || (await factors.keepCodeSecret(db, { personId, sealedSecret })) === 0)
    throw new Refusal('not-now', 'Codes are set up already: remove them first.')
  return { secret: base32(secret), uri: codeUri(secret, 'Pennypost', person.email) }
}

interface FirstCode {
  personId: number
  code: string
  peer: string
  /** The session that goes on. */
  exceptHash: string
}

/**
 * Asks for codes from now on; returns the recovery codes, shown once. All other sessions of the
 * person end: a password opened them.
 */
export async function finishSecondFactor(
  db: Store,
  check: CodeCheck,
  { personId, code, peer, exceptHash }: FirstCode,
): Promise<string[]> {
  await check(personId, code, peer)
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await atomically(db, async tx => {
    if ((await factors.markCodeSet(tx, { personId })) === 0)
      throw new Refusal('not-now', 'Codes are set up already.')
    await factors.dropRecoveryCodes(tx, { personId })
    await factors.addRecoveryCodes(tx, { personId, hashes: codes.map(hashOf) })
    await endSessions(tx, personId, exceptHash)
    await recordForPerson(tx, personId, { action: 'member.set-code' })
  })
  return codes
}

/** For a member who has lost both app and recovery codes. */
export const dropCodesOfMember = (db: Store, accountId: number, personId: number): Promise<void> =>
  atomically(db, async tx => {
    await lockOurs(tx, accountId, personId)
    await removeSecondFactor(tx, personId)
  })

/** By the person, or by a command. */
export async function removeSecondFactor(db: Db, personId: number): Promise<void> {
  await atomically(db, async tx => {
    await factors.dropCodeSecret(tx, { personId })
    await factors.dropRecoveryCodes(tx, { personId })
    await recordForPerson(tx, personId, { action: 'member.drop-code' })
  })
}

/** 80 bits, in groups that can be typed. */
const newRecoveryCode = (): string => base32(randomBytes(10)).replace(/.{4}(?=.)/g, '$&-')

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Uses a code up. Throws Refusal('wrong-code'), or Refusal('too-many-failures'). */
export type CodeCheck = (personId: number, code: string, peer: string) => Promise<void>

export function createCodeCheck(db: Db, sealer: Sealer, now: () => number = Date.now): CodeCheck {
  const failures = createFailures()
  const turns = createTurns({ atOnce: 1, ...failures })
  return (personId, given, address) => {
    const [peer, key] = [peerOf(address), `person ${personId}`]
    return turns.take(peer, key, async () => {
      if (await uses(personId, given)) return failures.clear(peer, key)
      const tooMany = failures.add(peer, key)
      logInFailures.publish({ tooMany })
      throw new Refusal(tooMany ? 'too-many-failures' : 'wrong-code')
    })
  }

  async function uses(personId: number, given: string): Promise<boolean> {
    if (given.length > LONGEST_CODE) return false
    const code = given.replace(/[\s-]/g, '').toUpperCase()
    if (!/^\d{6}$/.test(code)) {
      const codeHash = hashOf(code.replace(/.{4}(?=.)/g, '$&-'))
      return (await factors.useRecoveryCode(db, { personId, codeHash })) > 0
    }
    const person = await factors.codeOfPerson(db, { personId })
    if (!person?.sealedCodeSecret) return false
    const step = stepOfCode(sealer.open(person.sealedCodeSecret, SEALED_FOR), code, now())
    return step !== undefined && (await factors.useCodeStep(db, { personId, step })) > 0
  }
}
