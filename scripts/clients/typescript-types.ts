/** JSON Schemas as types of TypeScript. */
import type { JsonSchema } from '../../src/console-api/v1/openapi/example-values.ts'

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split('/').pop()
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one: unknown) => JSON.stringify(one)).join(' | ')
  const either: JsonSchema[] | undefined = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one: JsonSchema) => `(${typeOf(one)})`).join(' & ')
  const kinds = [schema.type ?? 'unknown'].flat() as string[]
  return kinds.map(kind => kindOf(kind, schema)).join(' | ')
}

function kindOf(kind: string, schema: JsonSchema): string {
  if (kind === 'array') return schema.items ? `(${typeOf(schema.items)})[]` : 'unknown[]'
  if (kind === 'object') return objectOf(schema)
  return PRIMITIVES[kind] ?? 'unknown'
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `{ [name: string]: ${value} }`
  }
  const lines = Object.entries<JsonSchema>(properties).map(([name, of]) => {
    const about = of.description ? `/** ${comment(of.description)} */ ` : ''
    return `${about}${named(name)}${required.includes(name) ? '' : '?'}: ${typeOf(of)}`
  })
  return `{ ${lines.join('; ')} }`
}

const named = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)

export const comment = (text: string): string => text.replaceAll('*/', '* /').replaceAll('\n', ' ')
