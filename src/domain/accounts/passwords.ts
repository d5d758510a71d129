/**
 * Passwords: argon2id, and the rules for a password. Existing short passwords stay valid, since
 * deployed programs use them.
 */

import { randomInt } from 'node:crypto'
import { type Detail, detailed } from '../details/details.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Native code, loaded lazily to check a password: most commands do not. */
const argon2 = () => import('@node-rs/argon2')

export interface PasswordCost {
  /** KiB. */
  memoryCost: number
  /** Passes. */
  timeCost: number
  parallelism: number
}

/**
 * 19 MiB, two passes, one lane: the minimum that OWASP recommends for argon2id, the library's
 * default algorithm.
 */
const COST: PasswordCost = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

const LONGEST = 1000
/** NIST SP 800-63B 5.1.1.2. */
const SHORTEST = 8

/** Why a text can't be a password; undefined for one that can. */
export const wrongPassword = (password: string): Detail | undefined => {
  if (password.length > LONGEST) return detailed('password-long', { most: LONGEST })
  if (password === '') return detailed('password-empty')
  return password.includes('\0') ? detailed('password-zero') : undefined
}

/**
 * Why a new password is refused. `allowWeak`: for the password that programs of an old service
 * use, which may be short or common.
 */
export async function wrongNewPassword(
  password: string,
  { allowWeak = false } = {},
): Promise<Detail | undefined> {
  const wrong = wrongPassword(password)
  if (wrong !== undefined || allowWeak) return wrong
  if (password.length < SHORTEST) return detailed('password-short', { least: SHORTEST })
  return (await isCommonPassword(password)) ? detailed('password-common') : undefined
}

/** The hash names its cost, so that a check takes as much. */
export const hashPassword = async (password: string, cost = COST): Promise<string> =>
  (await argon2()).hash(password, cost)

export const matchesHash = async (passwordHash: string, password: string): Promise<boolean> =>
  (await argon2()).verify(passwordHash, password)

/**
 * A check that always fails and takes as long as a real one: timing does not reveal whether an
 * account exists.
 */
let dummy: Promise<string> | undefined
export async function matchesNothing(password: string): Promise<false> {
  dummy ??= hashPassword(generatePassword())
  await matchesHash(await dummy, password)
  return false
}

/** No letters that look alike, no characters with a meaning in a shell or a URL. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 characters, 116 bits. */
export const generatePassword = (): string =>
  Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
