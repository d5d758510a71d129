/**
 * Passwords that guessing begins with: those of a list, which zxcvbn uses, and short pieces
 * repeated. NIST SP 800-63B, 5.1.1.2.
 */

/** Some 18,000 of 8 characters and more; read when a password is set, and kept. */
let listed: Promise<ReadonlySet<string>> | undefined

const LONGEST_PIECE = 4

export async function isCommonPassword(password: string): Promise<boolean> {
  const given = password.toLowerCase()
  if (isRepeated(given)) return true
  listed ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return (await listed).has(given)
}

/** `aaaaaaaa`, `abcabcab`: a piece of up to four characters, again and again. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= LONGEST_PIECE; length++)
    if (text.length > length && text.slice(length) === text.slice(0, -length)) return true
  return false
}
