/** Example values for JSON Schemas of the OpenAPI document. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, whose parts differ
export type JsonSchema = Record<string, any>

/** By the name of the schema. */
export type SchemaComponents = Record<string, JsonSchema>

const PREFIX = '#/components/schemas/'
/** Of objects in objects; a schema may contain itself. Below, only what must be there is. */
const DEEPEST = 6

/** Texts for names that say what is wanted; a schema's own `examples` come first. */
const TEXTS: [RegExp, string][] = [
  [/email|^(?:to|cc|bcc|replyTo)$/i, 'ada@example.com'],
  [/url|href|^link$/i, 'https://shop.example.com/'],
  [/subject/i, 'Your order 1001'],
  [/html/i, '<p>Hello Ada</p>'],
  [/^(?:name|fromName|firstName)$/i, 'Ada'],
  [/domain|host/i, 'example.com'],
  [/phone/i, '+46701234567'],
  [/day|^(?:from|until|since)$/i, '2026-12-01'],
]

const MOMENT = '2026-12-01T09:00:00+01:00'

/** Texts for patterns: the first that matches. */
const MATCHING = [
  MOMENT,
  '2026-12-01T08:00:00Z',
  'Example',
  '#1a2b3c',
  '09:00',
  'https://shop.example.com/',
  'en',
  '1',
  '1-42',
  'name',
  'DD1',
  'name=Ada',
]

export interface ExampleOptions {
  components: SchemaComponents
  /** Values that may be left out are in it, too. */
  whole: boolean
}

/** `name`: of the property that the value is of. */
export function exampleOf(
  schema: JsonSchema,
  options: ExampleOptions,
  name = '',
  depth = 0,
): unknown {
  if (typeof schema.$ref === 'string')
    return exampleOf(referred(schema, options.components), options, name, depth)
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (isPlain(schema.default)) return schema.default
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (first) return exampleOf(first, options, name, depth)
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return objectOf(schema, options, depth)
    case 'array':
      return arrayOf(schema, options, name, depth)
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textFor(schema, name)
  }
}

export const referred = ({ $ref }: JsonSchema, components: SchemaComponents): JsonSchema =>
  components[$ref.slice(PREFIX.length)] ?? {}

const isPlain = (value: unknown): boolean => value !== undefined && typeof value !== 'object'

function objectOf(schema: JsonSchema, options: ExampleOptions, depth: number): object {
  const all = Object.entries<JsonSchema>(schema.properties ?? {})
  const needed = all.filter(([name]) => schema.required?.includes(name))
  const isDeep = depth >= DEEPEST
  const some = needed.length > 0 || isDeep ? needed : all.slice(0, 1)
  const shown = options.whole && !isDeep ? all : some
  return Object.fromEntries(
    shown.map(([name, of]) => [name, exampleOf(of, options, name, depth + 1)]),
  )
}

function arrayOf(
  { items = {}, minItems = 0 }: JsonSchema,
  options: ExampleOptions,
  name: string,
  depth: number,
): unknown[] {
  const length = Math.max(minItems, depth < DEEPEST ? 1 : 0)
  return Array.from({ length }, () => exampleOf(items, options, name, depth + 1))
}

function textFor({ format, pattern, maxLength = 100 }: JsonSchema, name: string): string {
  if (format === 'date-time' && pattern === undefined) return MOMENT
  if (format === 'date') return '2026-12-01'
  if (pattern !== undefined) {
    const text = MATCHING.find(one => new RegExp(pattern, 'u').test(one))
    if (text === undefined) throw new Error(`no example for ${name}: ${pattern}`)
    return text
  }
  const text = TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'Example'
  return text.slice(0, maxLength)
}
