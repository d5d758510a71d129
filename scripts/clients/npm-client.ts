/** The client for npm: a module, and its types. */
import type { ClientNoun, ClientOperation, clientApi } from './operations.ts'
import { comment, typeOf } from './typescript-types.ts'

type Api = ReturnType<typeof clientApi>

export function npmFiles({ nouns, schemas }: Api, version: string): Record<string, string> {
  return {
    'index.js': moduleOf(nouns),
    'index.d.ts': typesOf(nouns, schemas),
    'package.json': packageOf(version),
  }
}

const packageOf = (version: string): string =>
  `${JSON.stringify(
    {
      name: 'pennypost-client',
      version,
      description: 'Client of the JSON API of Pennypost',
      license: 'MIT',
      type: 'module',
      main: 'index.js',
      types: 'index.d.ts',
      files: ['index.js', 'index.d.ts', 'connection.js', 'README.md'],
      engines: { node: '>=20' },
    },
    null,
    2,
  )}\n`

const moduleOf = (nouns: ClientNoun[]): string => `import { Connection } from './connection.js'
export { PennypostError } from './connection.js'

const at = value => encodeURIComponent(String(value))

export class Pennypost {
  constructor(options) {
    const connection = new Connection(options)
${nouns.map(({ noun, operations }) => `    this.${noun} = {\n${operations.map(callOf).join('')}    }`).join('\n')}
  }
}
`

function callOf({ verb, method, path, places, query, body }: ClientOperation): string {
  const names = places.map(({ name }) => name)
  const given = [...names, ...(body ? ['body'] : []), ...(query ? ['query'] : []), 'options']
  const url = path.replace(/\{(\w+)\}/g, (_, name) => `$\{at(${name})}`)
  const parts = [...(body ? ['body'] : []), ...(query ? ['query'] : []), 'options']
  return `      ${verb}: (${given.join(', ')}) =>\n        connection.call('${method}', \`${url}\`, { ${parts.join(', ')} }),\n`
}

const typesOf = (
  nouns: ClientNoun[],
  schemas: Api['schemas'],
): string => `export interface ClientOptions {
  /** Where the service is: \`https://news.example.com\`. */
  url: string
  /** An API key: \`ppk_...\`. */
  key: string
  fetch?: typeof fetch
  /** Of a call; by default 30 seconds. */
  timeoutMillis?: number
}

export interface CallOptions {
  /** A repeated call with the same key gets the first answer. */
  idempotencyKey?: string
  /** The ETag that was read: the change is refused if it changed. */
  ifMatch?: string
}

/** A refusal, as a problem document (RFC 9457). */
export declare class PennypostError extends Error {
  readonly status: number
  readonly reason: string
  readonly detail: string
  /** The wrong value: \`body.name\`. */
  readonly field: string | undefined
  readonly errors: { field: string; detail: string }[]
  /** The number of the call in the log of the service. */
  readonly call: string | undefined
  /** Of a call that came too soon; in seconds. */
  readonly retryAfter: number | undefined
}

export declare class Pennypost {
  constructor(options: ClientOptions)
${nouns.map(({ noun, operations }) => `  readonly ${noun}: {\n${operations.map(signatureOf).join('')}  }`).join('\n')}
}

${Object.entries(schemas)
  .map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  .join('\n')}`

function signatureOf(operation: ClientOperation): string {
  const { verb, about, places, query, body, answer } = operation
  const needed = query?.required?.length > 0
  const given = [
    ...places.map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...(body
      ? [
          body === 'file'
            ? 'body: Uint8Array | string'
            : `body${body.needed ? '' : '?'}: ${typeOf(body.json)}`,
        ]
      : []),
    ...(query ? [`query${needed ? '' : '?'}: ${typeOf(query)}`] : []),
    'options?: CallOptions',
  ]
  const answered =
    answer === undefined ? 'void' : answer === 'file' ? 'Uint8Array' : typeOf(answer.json)
  return `    /** ${comment(about)} */\n    ${verb}(${given.join(', ')}): Promise<${answered}>\n`
}
