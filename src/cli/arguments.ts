/** How arguments and options are read that several commands have: what is no such thing ends with exit code 2, before anything is done. */
import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { CommandFailed } from './context.ts'

/** A reader of the id of a newsletter, a list, a sending. */
export const idOf =
  (what: string) =>
  (text: string): number => {
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(`The id of a ${what} is a number.`)
    return Number(text)
  }

export function number(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('A number is wanted.')
  return Number(text)
}

/** A limit that may be lifted. Commander takes null for no value at all, so it stays a word. */
export const numberOrNone = (text: string): number | 'none' => (text === 'none' ? 'none' : number(text))

/** The text of a file, or of standard input for `-`. It is UTF-8, or it is refused: a letter must not go out with wrong characters. */
export function textOfFile(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(code === 'ENOENT' ? `There is no file ${file}.` : `${file} can't be read: ${message}.`, {
      cause: error,
    })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new CommandFailed(`${file} is not in UTF-8: save it in that encoding.`, { cause: error })
  }
}
