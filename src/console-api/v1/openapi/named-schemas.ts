/**
 * JSON Schemas of the OpenAPI document. A schema with an id (zod's `meta`) stands once, as a
 * component of that name, so that client generators make one type of it. Request bodies differ from
 * answers (defaults, transforms), so names in them end in `Input`.
 */
import { z } from 'zod'

type Json = Record<string, unknown>

/** A boolean that is read from a text (`z.stringbool()`): clients write true and false. */
function booleansOfQueries({ zodSchema, jsonSchema }: OverrideContext): void {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe') return
  const { in: read, out } = def as unknown as Record<'in' | 'out', z.core.$ZodTypes>
  if (read._zod.def.type === 'string' && out._zod.def.type === 'boolean')
    jsonSchema.type = 'boolean'
}

/** A tuple as an array, names of a closed list as members: all generators know these forms. */
function plainForms({ jsonSchema }: OverrideContext): void {
  const { prefixItems, propertyNames, additionalProperties, pattern } = jsonSchema
  // Letters of all languages: not all validators can read the class.
  if (pattern?.includes('\\p{')) delete jsonSchema.pattern
  if (prefixItems) {
    const [first, ...others] = [...new Set(prefixItems.map(one => JSON.stringify(one)))]
    if (others.length > 0) throw new Error(`a tuple of several kinds: ${first}, ${others}`)
    jsonSchema.items = prefixItems[0]!
    delete jsonSchema.prefixItems
  }
  const names = typeof propertyNames === 'object' && propertyNames.enum
  if (!names || jsonSchema.required === undefined) return
  jsonSchema.properties = Object.fromEntries(names.map(name => [name, additionalProperties!]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}

type OverrideContext = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]

function override(context: OverrideContext): void {
  booleansOfQueries(context)
  plainForms(context)
}

export class NamedSchemas {
  readonly #named = new Map<string, Json>()

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override })
    const suffix = io === 'input' ? 'Input' : ''
    const {
      $schema,
      $defs = {},
      ...rest
    } = JSON.parse(
      JSON.stringify(made).replace(/"#\/\$defs\/(\w+)"/g, `"#/components/schemas/$1${suffix}"`),
    ) as Json & { $defs?: Record<string, Json>; id?: string }
    for (const [name, { id, ...named }] of Object.entries($defs)) {
      // zod's own name: it would be that of another schema elsewhere.
      if (name.startsWith('__')) throw new Error(`a recursive schema has no id, of ${rest.type}`)
      this.#named.set(name + suffix, named)
    }
    if (rest.id === undefined) return rest
    const { id, ...named } = rest
    this.#named.set(id + suffix, named)
    return { $ref: `#/components/schemas/${id}${suffix}` }
  }

  /** By their names. */
  inOrder(): Record<string, Json> {
    const names = [...this.#named.keys()].sort()
    return Object.fromEntries(names.map(name => [name, this.#named.get(name)!]))
  }
}
