/**
 * The secret that encrypts values in the store, as a backup contains it: in plain text, encrypted
 * with a passphrase, or only as a fingerprint by which a restore checks the secret it was given.
 */
import { hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { createSealer, SealedOtherwise } from '../../lib/secrets.ts'
import { BackupFailed, type SecretRecord } from './format.ts'

const PURPOSE = 'secret key of a backup'
/** 128 MB and about 0.4 s per attempt. */
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
 * The secret in a backup; undefined if only its fingerprint is there, or it is encrypted and no
 * passphrase was given.
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

/** Whether the secret belongs to the backup. */
export const isSecretOf = (record: SecretRecord, secret: string): boolean =>
  fingerprintOf(secret) === record.fingerprint

const fingerprintOf = (secret: string) =>
  Buffer.from(
    hkdfSync('sha256', secret, '', 'pennypost fingerprint of the secret key', 16),
  ).toString('hex')

const sealerOf = (passphrase: string, salt: Buffer) =>
  createSealer(scryptSync(passphrase.normalize('NFC'), salt, 32, COST).toString('base64url'))
