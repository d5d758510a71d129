/**
 * The second factor of a person: codes of an authenticator app, each used once, and ten recovery
 * codes for a lost one. code-check.ts asks for them.
 */
import { randomBytes } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { base32, codeUri } from '../../lib/one-time-code.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { Refusal, refused } from '../refusal.ts'
import { hashOfCode, SEALED_FOR, usesCode } from './code-check.ts'
import { lockOurs } from './lock-ours.ts'
import { endSessions, recordForPerson } from './proof.ts'
import * as factors from './second-factor.sql.ts'

/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10

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
    throw refused('not-now', 'codes-there-remove')
  return { secret: base32(secret), uri: codeUri(secret, 'Pennypost', person.email) }
}

interface FirstCode {
  personId: number
  code: string
  /** The session that stays open. */
  exceptHash: string
}

/**
 * Asks for codes from now on; returns the recovery codes, shown once. All other sessions of the
 * person end: a password opened them.
 */
export async function finishSecondFactor(
  db: Store,
  sealer: Sealer,
  { personId, code, exceptHash }: FirstCode,
): Promise<string[]> {
  // Not counted: a person who sets codes up has seen the secret.
  if (!(await usesCode(db, sealer, { personId, code, now: Date.now() })))
    throw new Refusal('wrong-code')
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await atomically(db, async tx => {
    if ((await factors.markCodeSet(tx, { personId })) === 0) throw refused('not-now', 'codes-there')
    await factors.dropRecoveryCodes(tx, { personId })
    await factors.addRecoveryCodes(tx, { personId, hashes: codes.map(hashOfCode) })
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
    await factors.forgetCodeFailures(tx, { personId })
    await recordForPerson(tx, personId, { action: 'member.drop-code' })
  })
}

/** 80 bits, in groups that can be typed. */
const newRecoveryCode = (): string => base32(randomBytes(10)).replace(/.{4}(?=.)/g, '$&-')
