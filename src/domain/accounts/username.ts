/** User names are shown as given and compared without case. */

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

/** Why a user name for a new account is refused; undefined for a valid one. */
export function wrongUsername(username: string): string | undefined {
  if (username.trim() === '') return 'A user name has at least one character.'
  if (username !== username.trim()) return 'A user name has no blanks around it.'
  if (/[\p{Cc}\p{Cs}]/u.test(username)) return 'A user name has no control characters.'
  return username.length > LONGEST ? `A user name has at most ${LONGEST} characters.` : undefined
}

/** A name that no account can have; it need not be looked up. */
export const impossibleUsername = (username: string): boolean =>
  wrongUsername(username) !== undefined
