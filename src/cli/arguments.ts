/**
 * Parsers of arguments and options shared by several commands. An invalid value ends the command
 * with exit code 2 before any work is done.
 */
import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { CommandFailed, type Context } from './context.ts'

/** Parses the id of a newsletter, a list, a sending. */
export const idOf =
  (what: string) =>
  (text: string): number => {
    if (!/^[1-9]\d{0,14}$/.test(text))
      throw new InvalidArgumentError(`The id of a ${what} is a number.`)
    return Number(text)
  }

export function number(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('A number is wanted.')
  return Number(text)
}

/**
 * The URL given by `--url`; otherwise a hidden prompt or standard input, since it may contain a
 * password.
 */
export async function urlGiven(
  { readPassword }: Context,
  url: string | undefined,
  prompt: string,
): Promise<string> {
  const given = (url ?? (await readPassword(prompt))).trim()
  if (given === '')
    throw new CommandFailed(
      'No address was given. Name it with --url, or write it to standard input.',
    )
  return given
}

/**
 * The text of a file, or of standard input for `-`. Refused unless it is UTF-8: an email must not
 * be sent with wrong characters.
 */
export function textOfFile(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} can't be read: ${message}.`,
      {
        cause: error,
      },
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new CommandFailed(`${file} is not in UTF-8: save it in that encoding.`, { cause: error })
  }
}
