/**
 * The reference of the routes of one noun, from the OpenAPI document: what each takes and answers,
 * with examples and code.
 */
import { type Html, html } from '../../../lib/html.ts'
import { contentPolicy, page } from '../../pages.ts'
import {
  exampleOf,
  type JsonSchema,
  referred,
  type SchemaComponents,
} from '../openapi/example-values.ts'
import { codeSamples } from './code-samples.ts'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface OpenApiDocument {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: SchemaComponents }
}

const JSON_TYPE = 'application/json'

const style = `.route{border-top:1px solid;margin-top:2.5em;padding-top:1em}
.wide{overflow-x:auto}.values{margin-bottom:1em}.values td,.values th{vertical-align:top;text-align:left;padding:.25em .8em .25em 0}
pre{overflow-x:auto;padding:.8em;border:1px solid;border-radius:.4em;max-height:28rem}
.route code{overflow-wrap:anywhere}summary{cursor:pointer}`

/** Undefined: there is no such noun. */
export function nounPage(
  document: OpenApiDocument,
  noun: string,
): { page: string; policy: string } | undefined {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === noun)
      .map(([method, of]) => route(document, method.toUpperCase(), path, of)),
  )
  if (routes.length === 0) return undefined
  const body = html`<p><a href="/api/v1/reference">The JSON API</a></p><h1>${noun}</h1>${routes}`
  return { page: page(`API: ${noun}`, body, { style }), policy: contentPolicy({ style }) }
}

function route(
  { components, servers }: OpenApiDocument,
  method: string,
  path: string,
  of: Operation,
): Html {
  const { schemas } = components
  const given = of.requestBody?.content[JSON_TYPE]?.schema
  const body = given && shown(exampleOf(given, { components: schemas, whole: false }))
  const [status = ''] = Object.keys(of.responses)
  const answer = of.responses[status]?.content?.[JSON_TYPE]?.schema
  const own = of.parameters.filter(one => one.in !== 'header')
  const url = servers[0]!.url + filled(path, own, schemas)
  return html`<section class="route" id="${of.operationId}">
<h2><code>${method} ${path}</code></h2><p>${of.summary}</p><p><small>${withCode(of.description)}</small></p>
${
  own.length > 0 &&
  values(
    'Values of the address',
    own.map(one => ({ ...one, needed: one.required })),
    schemas,
  )
}
${given && values('Body', propertiesOf(given, schemas), schemas)}
${codeSamples({ method, url, body }).map(
  ({ language, code }) =>
    html`<details><summary>${language}</summary><pre><code>${code}</code></pre></details>`,
)}
<h3>Answer: ${status}</h3>${
    answer
      ? html`<pre><code>${shown(exampleOf(answer, { components: schemas, whole: true }))}</code></pre>`
      : html`<p>${status === '204' ? 'Nothing.' : 'A file.'}</p>`
  }</section>`
}

/** Of Markdown the descriptions have code alone. */
const withCode = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`

const shown = (value: unknown): string => JSON.stringify(value, null, 2)

/** Parameters that must be given have their example. */
function filled(path: string, parameters: Parameter[], components: SchemaComponents): string {
  const example = ({ schema, name }: Parameter) =>
    encodeURIComponent(String(exampleOf(schema, { components, whole: false }, name)))
  const needed = parameters.filter(one => one.in === 'query' && one.required)
  const query = needed.map(one => `${one.name}=${example(one)}`).join('&')
  const at = parameters
    .filter(one => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, example(one)), path)
  return query === '' ? at : `${at}?${query}`
}

interface Value {
  name: string
  needed: boolean
  description?: string
  schema: JsonSchema
}

function propertiesOf(schema: JsonSchema, components: SchemaComponents): Value[] {
  const { properties = {}, required = [] } = schema.$ref ? referred(schema, components) : schema
  return Object.entries<JsonSchema>(properties).map(([name, of]) => ({
    name,
    needed: required.includes(name),
    description: of.description,
    schema: of,
  }))
}

const values = (
  title: string,
  of: Value[],
  components: SchemaComponents,
): Html => html`<h3>${title}</h3>
<div class="wide"><table class="values">${of.map(
  ({ name, needed, description, schema }) => html`<tr><td><code>${name}</code></td>
<td>${kindOf(schema, components)}${needed && ', needed'}</td><td>${description}</td></tr>`,
)}</table></div>`

/** In a few words: `text`, `one of text, html`, `list of integer`. */
function kindOf(schema: JsonSchema, components: SchemaComponents): string {
  if (schema.$ref) return schema.$ref.split('/').pop()
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum)
    return `one of ${schema.enum.slice(0, 12).join(', ')}${schema.enum.length > 12 ? ', …' : ''}`
  const either: JsonSchema[] | undefined = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(one => kindOf(one, components)))].join(' or ')
  const names = [schema.type ?? 'any'].flat().map(name => (name === 'string' ? 'text' : name))
  if (names[0] === 'array') return `list of ${kindOf(schema.items ?? {}, components)}`
  return names.join(' or ') + (schema.format === 'date-time' ? ' (ISO 8601)' : '')
}
