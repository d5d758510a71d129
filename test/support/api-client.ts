/** A client made from the OpenAPI document alone, which checks each answer against its schema. */
import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Json = any

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
}

export interface ApiResult {
  status: number
  headers: Headers
  body: Json
}

export interface ApiDocument {
  servers: { url: string }[]
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** The values by their names in the document; `body` is JSON, or the bytes of a file. */
export type ApiOperations = Record<
  string,
  {
    rights: string[]
    call(args: Record<string, unknown>, own: Record<string, string>): Promise<ApiResult>
  }
>

export function clientFrom(document: ApiDocument): ApiOperations {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'doc', components: document.components })
  const base = document.servers[0]!.url
  /** A response that stands in the document once, where it is referred to. */
  const within = (response: Json): Json =>
    response.$ref === undefined
      ? response
      : document.components.responses[response.$ref.split('/').at(-1)]
  const operations: ApiOperations = {}
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, of] of Object.entries(methods)) {
      const parameters: Parameter[] = of.parameters ?? []
      const rights = of.security.flatMap((one: Json) => one.key ?? [])
      operations[of.operationId] = { rights, call }

      async function call(
        args: Record<string, unknown>,
        own: Record<string, string>,
      ): Promise<ApiResult> {
        const { body, ...given } = args
        const query = new URLSearchParams()
        const headers = new Headers(own)
        let at = path
        for (const { name, in: place, required } of parameters) {
          const value = given[name]
          delete given[name]
          assert.ok(value !== undefined || !required, `${of.operationId} needs ${name}`)
          if (value === undefined) continue
          if (place === 'path') at = at.replace(`{${name}}`, encodeURIComponent(String(value)))
          else if (place === 'query') query.set(name, String(value))
          else headers.set(name, String(value))
        }
        assert.deepEqual(Object.keys(given), [], `${of.operationId} does not know`)
        const [type] = Object.keys(of.requestBody?.content ?? {})
        if (body !== undefined) headers.set('Content-Type', type!)
        const answer = await fetch(`${base}${at}${query.size > 0 ? `?${query}` : ''}`, {
          method: method.toUpperCase(),
          headers,
          ...(body !== undefined && {
            body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
          }),
        })
        return { status: answer.status, headers: answer.headers, body: await checked(answer) }
      }

      async function checked(answer: Response): Promise<Json> {
        const described = within(of.responses[answer.status] ?? of.responses.default)
        const [kind = ''] = (answer.headers.get('content-type') ?? '').split(';')
        if (kind === 'text/event-stream') return answer.body
        const text = await answer.text()
        if (text === '') return undefined
        assert.ok(described.content?.[kind], `${of.operationId}: ${answer.status} ${kind}`)
        if (!kind.endsWith('json')) return text
        const value = JSON.parse(text)
        const { schema } = described.content[kind]
        const whole = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc#/')
        const valid = ajv.compile(JSON.parse(whole))
        assert.ok(valid(value), `${of.operationId}: ${ajv.errorsText(valid.errors)} in ${text}`)
        return value
      }
    }
  return operations
}
