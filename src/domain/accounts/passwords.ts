/**
 * Passwords: argon2id, and what a password may be. Short ones go on working, because programs
 * elsewhere hold them already.
 */
import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * 19 MiB, two passes, one lane: what OWASP asks of argon2id. The library's own choice of algorithm
 * is argon2id.
 */
const COST = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

const LONGEST = 1000
/** NIST SP 800-63B 5.1.1.2. */
const SHORTEST = 8

/** What makes a text no password at all; undefined for one that could be an account's. */
export const wrongPassword = (password: string): string | undefined => {
  if (password.length > LONGEST) return `A password has at most ${LONGEST} characters.`
  if (password === '') return 'A password has at least one character.'
  return password.includes('\0') ? 'A password has no zero characters.' : undefined
}

/**
 * What is wrong with a new password. `allowShort`: for the password that programs of an old service
 * hold.
 */
export function wrongNewPassword(
  password: string,
  { allowShort = false } = {},
): string | undefined {
  const wrong = wrongPassword(password)
  if (wrong !== undefined || allowShort || password.length >= SHORTEST) return wrong
  return `A new password has at least ${SHORTEST} characters.`
}

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

export const matchesHash = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password)

/**
 * Checking against this costs what a real check costs, and never succeeds: who asks for a
 * stranger's account learns nothing from the time.
 */
let dummy: Promise<string> | undefined
export async function matchesNothing(password: string): Promise<false> {
  dummy ??= hashPassword(generatePassword())
  await verify(await dummy, password)
  return false
}

/** No letters that look alike, nothing that a shell or an address would take for something else. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 characters, 116 bits. */
export const generatePassword = (): string =>
  Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
