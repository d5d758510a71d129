/** User names are shown as they were given and compared without case. */

const LONGEST = 100
/**
 * In decomposed form (NFD) a character takes up to four units of UTF-16 where the composed one
 * takes one.
 */
const LONGEST_DECOMPOSED = 4 * LONGEST

/**
 * What two user names have in common if they are the same name. Empty, and so nobody's, for a text
 * that is too long to be one: its length is looked at first, because normalising a row of combining
 * marks takes the square of their number.
 */
export const usernameKey = (username: string): string =>
  username.length > LONGEST_DECOMPOSED ? '' : username.normalize('NFC').toLowerCase()

/** What is wrong with a user name for a new account; undefined for a good one. */
export function wrongUsername(username: string): string | undefined {
  if (username.trim() === '') return 'A user name has at least one character.'
  if (username !== username.trim()) return 'A user name has no blanks around it.'
  if (/[\p{Cc}\p{Cs}]/u.test(username)) return 'A user name has no control characters.'
  return username.length > LONGEST ? `A user name has at most ${LONGEST} characters.` : undefined
}

/** A name that no account can have; it need not be looked for. */
export const impossibleUsername = (username: string): boolean =>
  wrongUsername(username) !== undefined
