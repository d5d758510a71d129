/** Passwords: argon2id, and what a password may be. Short ones are allowed, because programs elsewhere hold them already. */
import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** 19 MiB, two passes, one lane: what OWASP asks of argon2id. The library's own choice of algorithm is argon2id. */
const COST = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

const LONGEST = 1000

export const wrongPassword = (password: string): string | undefined => {
  if (password === '') return 'A password has at least one character.'
  if (password.includes('\0')) return 'A password has no zero characters.'
  return password.length > LONGEST ? `A password has at most ${LONGEST} characters.` : undefined
}

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

export const matchesHash = (passwordHash: string, password: string): Promise<boolean> => verify(passwordHash, password)

/** Checking against this costs what a real check costs, and never succeeds: who asks for a stranger's account learns nothing from the time. */
let dummy: Promise<string> | undefined
export async function matchesNothing(password: string): Promise<false> {
  dummy ??= hashPassword(generatePassword())
  await verify(await dummy, password)
  return false
}

/** No letters that look alike, nothing that a shell or an address would take for something else. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 characters, 116 bits. */
export const generatePassword = (): string => Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
