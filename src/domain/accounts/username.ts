/** User names are shown as given and compared without case. */
import { type Detail, detailed } from '../details/details.ts'
import { refusedFor, type Violation, violationsOfValues } from '../refusal.ts'

const LONGEST = 100
/**
 * In decomposed form (NFD) a character takes up to four units of UTF-16 where the composed one
 * takes one.
 */
const LONGEST_DECOMPOSED = 4 * LONGEST

/**
 * Equal for equal user names. Empty, which no account has, for a text that is too long to be one:
 * the length is checked first, because normalising a sequence of combining marks takes quadratic
 * time.
 */
export const usernameKey = (username: string): string =>
  username.length > LONGEST_DECOMPOSED ? '' : username.normalize('NFC').toLowerCase()

/** A name that no account can have; it need not be looked up. */
export const impossibleUsername = (username: string): boolean =>
  username.length > LONGEST ||
  username.trim() === '' ||
  username !== username.trim() ||
  /[\p{Cc}\p{Cs}]/u.test(username)

/** Why a user name for a new account is refused; undefined for a valid one. */
export const wrongUsername = (username: string): Detail | undefined =>
  impossibleUsername(username) ? detailed('username-wrong', { most: LONGEST }) : undefined

export function checkUsername(username: string): void {
  const wrong = wrongUsername(username)
  if (wrong) throw refusedFor('not-valid', wrong)
}

export const violationsOfAccount = ({ username }: { username?: string | undefined }): Violation[] =>
  violationsOfValues({ username }, { username: checkUsername })
