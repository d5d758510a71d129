/** User names are shown as they were given and compared without case. */

const LONGEST = 100

export const usernameKey = (username: string): string => username.normalize('NFC').toLowerCase()

/** What is wrong with a user name for a new account; undefined for a good one. */
export function wrongUsername(username: string): string | undefined {
  if (username.trim() === '') return 'A user name has at least one character.'
  if (username !== username.trim()) return 'A user name has no blanks around it.'
  if (/[\p{Cc}\p{Cs}]/u.test(username)) return 'A user name has no control characters.'
  return username.length > LONGEST ? `A user name has at most ${LONGEST} characters.` : undefined
}

/** A name that no account can have; it need not be looked for. */
export const impossibleUsername = (username: string): boolean => wrongUsername(username) !== undefined
