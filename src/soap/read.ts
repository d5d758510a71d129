/**
 * Parses arguments from the unparsed parameters of a request. The same for all bindings except for
 * char and lists.
 */
import { bounded, intKind, NotReadable, NotValid } from '../contract/kinds.ts'
import type { Param } from '../contract/params.ts'
import { Refusal } from '../domain/refusal.ts'
import { findIllegal } from '../lib/xml/xml.ts'
import { Fault, notReadableInEnvelope, notReadableInForm, unreadInEnvelope } from './fault.ts'
import { plainFormDate } from './form-date.ts'
import type { Plan, RawParameter } from './plan.ts'

export interface Arguments {
  username: string
  password: string
  input: Record<string, unknown>
}

/** Returns the position in the envelope; undefined for a form. */
export type Locate = ((at: number) => string) | undefined

/**
 * Parses all arguments, in the order of the contract. Throws the Fault of the first typed value
 * that is invalid, in any position: such a request is no call. Otherwise the Refusal of the first
 * text that breaks its rule; it names the parameter.
 */
export function readArguments(
  { params, keys }: Plan,
  given: readonly (RawParameter | undefined)[],
  locate: Locate,
): Arguments {
  const input: Record<string, unknown> = {}
  for (let place = 2; place < params.length; place++) input[keys[place]!] = undefined
  let refusal: Refusal | undefined
  const read = (place: number): unknown => {
    try {
      return readOne(params[place]!, given[place], locate)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal ??= error
      return undefined
    }
  }
  const username = read(0) as string
  const password = read(1) as string
  for (let place = 2; place < params.length; place++) input[keys[place]!] = read(place)
  if (refusal) throw refusal
  return { username, password, input }
}

function readOne(param: Param<unknown>, found: RawParameter | undefined, locate: Locate): unknown {
  const given = found?.nil ? undefined : found
  try {
    if (given?.nested) throw new NotText()
    if (param.xsd === 'ints') return readInts(param, given, locate)
    if (given === undefined || (given.text === '' && param.xsd !== 'string'))
      return readNothing(param, given, locate)
    if (given.broken) throw new NotValid('holds bytes that are no text of its character set')
    const text = bounded(given.text, param)
    if (param.xsd === 'char') return readChar(param, text, locate)
    // An envelope can't contain such a character, a form can.
    if (locate === undefined && findIllegal(text) >= 0)
      throw new NotValid('holds a character that is not allowed')
    return param.read(locate === undefined && param.xsd === 'dateTime' ? plainFormDate(text) : text)
  } catch (error) {
    throw explained(error, param, given, locate)
  }
}

function readNothing(
  param: Param<unknown>,
  given: RawParameter | undefined,
  locate: Locate,
): unknown {
  const typed = param.xsd !== 'string'
  if (locate === undefined && typed && !(param.xsd === 'char' && given))
    throw new Fault('Client', `Missing parameter: ${param.wire}.`)
  return param.absent()
}

/**
 * A character is its number in an envelope, itself in a form; NUL means that the program never set
 * it.
 */
function readChar(param: Param<unknown>, text: string, locate: Locate): unknown {
  if (text === '\0' || text === '0') return param.absent()
  if (locate === undefined || !/^\s*\d+\s*$/.test(text))
    return checkedChar(param.read(text) as string)
  const code = Number(text)
  if (code > 0xffff) throw new NotReadable('range', text, 'char')
  return code === 0 ? param.absent() : checkedChar(String.fromCharCode(code))
}

/** Controls are valid: files are delimited by them. A lone surrogate is not. */
function checkedChar(char: string): string {
  if (!char.isWellFormed()) throw new NotValid('is half a character')
  return char
}

const MANY = 100_000

function readInts(
  param: Param<unknown>,
  given: RawParameter | undefined,
  locate: Locate,
): number[] {
  if (given?.broken) throw new NotValid('holds bytes that are no text of its character set')
  const numbers: number[] = []
  for (const item of given?.items ?? []) {
    const parts = locate !== undefined ? [item] : item === '' ? [] : item.split(',', MANY + 1)
    for (const part of parts) numbers.push(intKind.read(bounded(part, param)))
    if (numbers.length > MANY) throw new NotValid('holds too many numbers')
  }
  return numbers
}

class NotText extends Error {}

function explained(
  error: unknown,
  param: Param<unknown>,
  given: RawParameter | undefined,
  locate: Locate,
): unknown {
  if (error instanceof NotReadable) {
    return locate === undefined
      ? notReadableInForm(error)
      : notReadableInEnvelope(error, locate(given?.at ?? 0))
  }
  if (error instanceof NotValid) return new Refusal(error.reason, `${param.wire} ${error.rule}.`)
  if (error instanceof NotText)
    return unreadInEnvelope(
      locate?.(given?.at ?? 0) ?? '',
      `${param.wire} holds elements where text is due; escape it.`,
    )
  return error
}
