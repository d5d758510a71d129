/**
 * The secret that sealed values in the store are opened with, as it travels in a backup: as it is,
 * sealed with a passphrase, or only its fingerprint, by which a restore tells whether it was given
 * the right one.
 */
import { hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { createSealer, SealedOtherwise } from '../../lib/secrets.ts'
import { BackupFailed, type SecretRecord } from './format.ts'

const PURPOSE = 'secret key of a backup'
/** 128 MB and some 0.4 s for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

export function recordSecret(
  secret: string,
  how: { passphrase: string } | 'plain' | 'none',
): SecretRecord {
  const fingerprint = fingerprintOf(secret)
  if (how === 'none') return { form: 'none', fingerprint }
  if (how === 'plain') return { form: 'plain', fingerprint, secret }
  const salt = randomBytes(16)
  return {
    form: 'sealed',
    fingerprint,
    salt: salt.toString('base64url'),
    sealed: sealerOf(how.passphrase, salt).seal(Buffer.from(secret), PURPOSE),
  }
}

/**
 * The secret in a backup; undefined where only its fingerprint is, or it is sealed and no
 * passphrase is given.
 */
export function secretOf(record: SecretRecord, passphrase: string | undefined): string | undefined {
  if (record.form === 'plain') return record.secret
  if (record.form === 'none' || passphrase === undefined) return undefined
  try {
    return sealerOf(passphrase, Buffer.from(record.salt, 'base64url'))
      .open(record.sealed, PURPOSE)
      .toString()
  } catch (cause) {
    if (!(cause instanceof SealedOtherwise)) throw cause
    throw new BackupFailed(
      'The passphrase is not the one that the key in the backup was sealed with.',
      { cause },
    )
  }
}

/** Whether a secret is the one that belongs to the backup. */
export const isSecretOf = (record: SecretRecord, secret: string): boolean =>
  fingerprintOf(secret) === record.fingerprint

const fingerprintOf = (secret: string) =>
  Buffer.from(
    hkdfSync('sha256', secret, '', 'pennypost fingerprint of the secret key', 16),
  ).toString('hex')

const sealerOf = (passphrase: string, salt: Buffer) =>
  createSealer(scryptSync(passphrase.normalize('NFC'), salt, 32, COST).toString('base64url'))
