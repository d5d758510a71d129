/** The values that an action takes, as arguments and options of its command. */
import { Argument, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import type { AnyAction } from '../../actions/action.ts'
import { CommandFailed } from '../context.ts'

export interface CommandField {
  name: string
  part: 'params' | 'query' | 'body'
  schema: z.ZodType
  type: string
  choices: string[] | undefined
  about: string
  required: boolean
  /** What is taken when nothing is given. */
  usual: unknown
}

/** What was given, by the part of the input that it belongs to. */
export type RawInput = Record<CommandField['part'], Record<string, unknown>>

/** A command reads pages to the end, or up to `--limit`. */
const OF_PAGES = ['after', 'limit']

export const fieldsOf = (action: AnyAction): CommandField[] =>
  (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = action[part]
    if (!(schema instanceof z.ZodObject)) return []
    return Object.entries(schema.shape as Record<string, z.ZodType>)
      .filter(([name]) => part !== 'query' || !OF_PAGES.includes(name))
      .map(([name, one]) => fieldOf(name, part, one))
  })

function fieldOf(name: string, part: CommandField['part'], schema: z.ZodType): CommandField {
  const without = schema.safeParse(undefined)
  const bare = withoutWrappers(schema)
  return {
    name,
    part,
    schema,
    type: typeof without.data === 'boolean' ? 'boolean' : bare.def.type,
    choices: bare instanceof z.ZodEnum ? bare.options.map(String) : undefined,
    about: inHelp(schema.description ?? bare.description ?? ''),
    required: !without.success,
    usual: without.data,
  }
}

/** What is given: without its default, before its transformation. */
function withoutWrappers(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return withoutWrappers(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe ? withoutWrappers(schema.in as z.ZodType) : schema
}

/** Sentences of the reference, as help has them: `the name of the list`. */
const inHelp = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z ])/, first => first.toLowerCase()).replace(/\.$/, '')

/** `--from-email <email>` */
export function optionOf(field: CommandField, wanted: boolean): Option {
  const { name, type, choices, about, usual } = field
  const flag = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  if (type === 'boolean') return new Option(`--${usual === true ? 'no-' : ''}${flag}`, about)
  const option = new Option(`--${flag} <${flag.split('-').at(-1)}>`, about)
  if (choices) option.choices(choices)
  else option.argParser(text => valueFor(field, text))
  if (['string', 'number'].includes(typeof usual) && usual !== '') option.default(usual)
  return option.makeOptionMandatory(wanted && field.required)
}

/** `<id>`, `[where]`, `<filters...>` */
export function argumentOf(field: CommandField, wanted: boolean): Argument {
  const { name, part, type, about } = field
  const isId = part === 'params' && name.endsWith('Id')
  const shown = isId ? 'id' : name
  const word = type === 'array' ? `${shown}...` : shown
  const noun = isId ? name.slice(0, -2) : name
  const argument = new Argument(wanted ? `<${word}>` : `[${word}]`, about || `which ${noun}`)
  return type === 'array' ? argument : argument.argParser(text => valueFor(field, text))
}

/** The value for the schema. Refused before any work. */
function valueFor({ name, schema, type }: CommandField, text: string): unknown {
  const value = type === 'array' ? text.split(',').map(one => one.trim()) : typed(type, text)
  const read = schema.safeParse(value)
  if (!read.success) throw new CommandFailed(`${name}: ${read.error.issues[0]!.message}`)
  return value
}

function typed(type: string, text: string): unknown {
  if (type !== 'number') return text
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new InvalidArgumentError('A number is wanted.')
  return Number(text)
}
