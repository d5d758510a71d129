/** The values that an action takes, as arguments and options of its command. */
import { Argument, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import type { AnyAction } from '../../actions/action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import { detailOfIssue, READING } from '../../actions/value-problems.ts'

export interface CommandField {
  name: string
  part: 'params' | 'query' | 'body'
  /** Of its option: `from-email`. */
  flag: string
  schema: z.ZodType
  type: string
  /** Of the values of an array. */
  elementType: string | undefined
  choices: string[] | undefined
  about: string
  required: boolean
  /** Values that may contain commas are given one by one: `--choices Red Blue`. */
  several: boolean
  /** The default. */
  usual: unknown
  /** The value of `--no-<flag>`, for a value that a change may clear. */
  emptied: null | readonly [] | undefined
}

/** The given values, by part of the input. */
export type RawInput = Record<CommandField['part'], Record<string, unknown>>

/** A command reads pages to the end, or up to `--limit`. */
const OF_PAGES = ['after', 'limit']

export const hasPages = (query: z.ZodType | undefined): boolean =>
  query instanceof z.ZodObject && 'after' in query.shape

/** `flags` names options otherwise: `no-personal-data` for `masked`. */
export const fieldsOf = (
  action: AnyAction,
  flags: Record<string, string> = {},
  several: readonly string[] = [],
): CommandField[] =>
  (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = action[part]
    if (!(schema instanceof z.ZodObject)) return []
    return Object.entries(schema.shape as Record<string, z.ZodType>)
      .filter(([name]) => part !== 'query' || !hasPages(schema) || !OF_PAGES.includes(name))
      .map(([name, one]) => ({
        ...fieldOf(name, part, one),
        ...named(flags[name]),
        several: several.includes(name),
        emptied: action.route.startsWith('PATCH ') ? emptied(one) : undefined,
      }))
  })

const named = (flag: string | undefined) => (flag === undefined ? {} : { flag })

/** The description of a value of the body, for help. */
export const aboutOf = ({ body }: AnyAction, name: string): string => {
  const schema = (body as z.ZodObject).shape[name] as z.ZodType
  return inHelp(descriptionOf(schema) ?? name)
}

function fieldOf(name: string, part: CommandField['part'], schema: z.ZodType): CommandField {
  const without = schema.safeParse(undefined)
  const bare = withoutWrappers(schema)
  const type = typeOf(bare, without.data)
  const flag = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  return {
    name,
    part,
    flag: without.data === true ? `no-${flag}` : flag,
    schema,
    type,
    elementType: bare instanceof z.ZodArray ? elementTypeOf(bare) : undefined,
    choices: choicesOf(bare, type),
    about: inHelp(descriptionOf(schema) ?? ''),
    required: !without.success,
    several: false,
    usual: without.data,
    emptied: undefined,
  }
}

const emptied = (schema: z.ZodType): CommandField['emptied'] =>
  schema.safeParse(null).success ? null : schema.safeParse([]).success ? [] : undefined

/** A boolean with a default is a switch; one without takes `yes` or `no`. */
function typeOf(bare: z.ZodType, usual: unknown): string {
  if (typeof usual === 'boolean') return 'boolean'
  return bare.def.type === 'boolean' ? 'yes-no' : bare.def.type
}

const elementTypeOf = ({ element }: z.ZodArray): string =>
  withoutWrappers(element as z.ZodType).def.type

function choicesOf(bare: z.ZodType, type: string): string[] | undefined {
  if (type === 'yes-no') return ['yes', 'no']
  return bare instanceof z.ZodEnum ? bare.options.map(String) : undefined
}

/** Its own, or that of what it wraps: `.nullable()` may be described, and optional in a change. */
function descriptionOf(schema: z.ZodType): string | undefined {
  if (schema.description !== undefined) return schema.description
  const inner = withoutWrapper(schema)
  return inner === schema ? undefined : descriptionOf(inner)
}

/** The input type: without its default, before its transformation. */
function withoutWrappers(schema: z.ZodType): z.ZodType {
  const inner = withoutWrapper(schema)
  return inner === schema ? schema : withoutWrappers(inner)
}

function withoutWrapper(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  )
    return schema.unwrap() as z.ZodType
  if (!(schema instanceof z.ZodPipe)) return schema
  const { in: before, out: after } = schema as z.ZodPipe<z.ZodType, z.ZodType>
  return before instanceof z.ZodTransform ? after : before
}

/** Sentences of the reference, as help has them: `the name of the list`. */
const inHelp = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z ])/, first => first.toLowerCase()).replace(/\.$/, '')

/** How an option is written, where it is otherwise than its value. */
export interface OptionStyle {
  /** `A=50:3`: the value; of an array one or several. */
  read?: ((text: string) => unknown) | undefined
  /** Neither on nor off until it is given: `--tracking`, `--no-tracking`. */
  isSwitch?: boolean | undefined
}

/** `--from-email <email>`; of a change `--no-route` as well. */
export function optionsOf(field: CommandField, wanted: boolean, written: OptionStyle): Option[] {
  const { flag, about } = field
  if (written.isSwitch)
    return [new Option(`--${flag}`, about), new Option(`--no-${flag}`, 'not so')]
  const option = optionOf(field, wanted, written.read)
  return field.emptied === undefined ? [option] : [option, new Option(`--no-${flag}`, 'none')]
}

function optionOf(
  field: CommandField,
  wanted: boolean,
  read = (text: string) => valueFor(field, text),
): Option {
  const { flag, type, choices, about, usual, several } = field
  if (type === 'boolean')
    return new Option(`--${flag}`, usual === true ? `unless given: ${about}` : about)
  const word = wordOf(field)
  if (several) return new Option(`--${flag} [${word}...]`, about)
  const option = new Option(`--${flag} <${word}>`, about)
  if (choices) option.choices(choices)
  else option.argParser(type === 'array' ? repeatable(read) : read)
  if (['string', 'number'].includes(typeof usual) && usual !== '') option.default(usual)
  return option.makeOptionMandatory(wanted && field.required)
}

/** The values of all uses of the option; `none`, which is no array, takes those before it back. */
const repeatable =
  (read: (text: string) => unknown) =>
  (text: string, before: unknown): unknown => {
    const value = read(text)
    return value === 'none' ? value : [Array.isArray(before) ? before : [], value].flat(2)
  }

/** `<id>`, `<number>`, `<email>` */
function wordOf({ name, flag, type }: CommandField): string {
  if (/Ids?$/.test(name)) return 'id'
  return type === 'number' ? 'number' : flag.split('-').at(-1)!
}

/** The value of its option; that of a switch, when it is given, is the other one than usual. */
export function givenBy(field: CommandField, options: Record<string, unknown>): unknown {
  const option = new Option(`--${field.flag}`)
  const value = options[option.attributeName()]
  if (field.several && value === true) return []
  if (field.type === 'yes-no') return typeof value === 'string' ? value === 'yes' : value
  if (field.type !== 'boolean') return value === false ? field.emptied : value
  return value === !option.negate ? !field.usual : undefined
}

/** `<id>`, `[where]`, `<filters...>` */
export function argumentOf(field: CommandField, wanted: boolean): Argument {
  const { name, flag, part, type, about } = field
  const isId = part === 'params' && name.endsWith('Id')
  const shown = isId ? 'id' : flag
  const word = type === 'array' ? `${shown}...` : shown
  const noun = isId ? name.slice(0, -2) : name
  const argument = new Argument(wanted ? `<${word}>` : `[${word}]`, about || `which ${noun}`)
  return type === 'array' ? argument : argument.argParser(text => valueFor(field, text))
}

/** No value, where there may be none. Commander takes null for a missing one. */
export const isNone = (schema: z.ZodType, given: unknown): boolean =>
  given === 'none' && schema.safeParse(null).success

/** The value for the schema. Refused before any work. */
function valueFor({ name, schema, type, elementType }: CommandField, text: string): unknown {
  if (isNone(schema, text)) return text
  if (type === 'number' && schema.safeParse(text).success) return text
  const value =
    elementType === undefined
      ? typed(type, text)
      : text.split(',').map(one => typed(elementType, one.trim()))
  const [issue] = schema.safeParse(value, READING).error?.issues ?? []
  if (!issue) return value
  const { code, values, detail } = detailOfIssue(issue)
  if (issue.code === 'invalid_value') throw new InvalidArgumentError(detail)
  throw new ApiProblem('not-valid', { field: name, code, values, detail: `${name}: ${detail}` })
}

function typed(type: string, text: string): unknown {
  if (type !== 'number') return text
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new InvalidArgumentError('A number is wanted.')
  return Number(text)
}
