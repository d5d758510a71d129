/**
 * The help pages: the list of operations, and for each a page with its parameters and result, a
 * form to try it, and sample messages. The wording is that of classic help pages, which developers
 * know.
 */
import { credentials } from '../contract/index.ts'
import type { Param } from '../contract/params.ts'
import type { Field, Operation, Result } from '../contract/types.ts'
import { iconLink } from '../lib/favicon.ts'
import { escapeHtml, type Html, html, trusted } from '../lib/html.ts'
import { STAMP } from '../lib/page-tokens.ts'
import { style } from './help-style.ts'
import { NO_OWN_VALUES, type OwnValues } from './own-values.ts'
import { programSamplesOf } from './program-samples.ts'
import { marks, samplesOf } from './samples.ts'
import { about, type Description } from './wsdl.ts'
import { type Operations, paramsOf, typeName } from './wsdl-types.ts'

/** The list of all operations by group, with links to the other pages of the service. */
export function help(
  groups: OperationGroup[],
  { serviceName, url }: Description,
  own: OwnValues = NO_OWN_VALUES,
): string {
  const { path } = partsOf(url)
  return page(
    `${serviceName} Web Service`,
    html`<header class="band"><div>
<p class="brand"><strong>${trusted(STAMP)} Pennypost</strong> <a href="/console">Console</a> \
<a href="/sandbox">Sandbox</a></p>
<h1>${serviceName}</h1>
<p class="soft">${about}</p>
</div></header>
<nav class="jump" aria-label="Groups"><div>${groups.map(
      ({ title }) => html`<a href="#${anchorOf(title)}">${title}</a>`,
    )}</div></nav>
<main>
<p style="margin-top: 2rem">The following operations are supported. For a formal definition, \
please review the <a href="${path}?WSDL">Service Description</a>.</p>
${groups.map(
  ({ title, operations }) => html`<h2 id="${anchorOf(title)}">${title}</h2>
<ul class="operations">${Object.entries(operations)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, { summary }]) => html`
<li><span><a class="name" href="${path}?op=${name}${andQuery(own)}">${breakableName(name)}</a></span><p>${summary}</p></li>`,
    )}
</ul>
`,
)}</main>`,
    html`<link rel="alternate" type="text/xml" href="${path}?disco">`,
  )
}

export interface OperationGroup {
  title: string
  operations: Operations
}

/**
 * The page of one operation. The form is only for requests from this machine: otherwise any site
 * could make a browser send it.
 */
export function operationPage(
  name: string,
  operation: Operation,
  facts: Description,
  local: boolean,
  own: OwnValues = NO_OWN_VALUES,
): string {
  const { serviceName, namespace, url } = facts
  const { host, path } = partsOf(url)
  const samples = samplesOf(name, operation, { namespace, host, path, own })
  const list = own.query === '' ? path : `${path}?${own.query}`
  return page(
    `${name} - ${serviceName} Web Service`,
    html`<header class="band"><div>
<p class="back">Click <a href="${list}">here</a> for a complete list of operations.</p>
<h1>${name}</h1>
<p class="soft">${operation.summary}</p>
</div></header>
<nav class="jump"><div><a href="#parameters">Parameters</a><a href="#result">Result</a><a \
href="#test">Test</a>${samples.map(
      ({ title }) => html`<a href="#${anchorOf(title)}">${title}</a>`,
    )}<a href="#programs">In a program</a></div></nav>
<main>
${parameters(operation)}
${resultSection(operation.result)}
<h2 id="test">Test</h2>
${testForm(`${url}/${name}`, operation, local)}
${samples.map(
  ({ title, request, response }) => html`
<h2 id="${anchorOf(title)}">${title}</h2>
<p class="soft" style="margin: 0">The following is a sample \
${title} request and response.  The placeholders shown need to be replaced with actual values.</p>
<div class="pair">
<div><h3>Request</h3><pre tabindex="0">${marked(request)}</pre></div>
<div><h3>Response</h3><pre tabindex="0">${marked(response)}</pre></div>
</div>`,
)}
<h2 id="programs">In a program</h2>
<p class="soft" style="margin: 0">The type names need to be replaced with actual values.</p>
${programSamplesOf(name, operation, facts, own).map(
  ({ title, code }) => html`<h3>${title}</h3><pre tabindex="0">${marked(code)}</pre>
`,
)}<footer>The same in a form for programs: <a href="${path}?WSDL">Service Description</a>.</footer>
</main>`,
  )
}

const andQuery = ({ query }: OwnValues): string => (query === '' ? '' : `&${query}`)

/** The page for an unknown operation. */
export function methodNotFound(name: string, { serviceName, url }: Description): string {
  return page(
    `${serviceName} Web Service`,
    html`<header class="band"><div>
<p class="back">Click <a href="${partsOf(url).path}">here</a> for a complete list of operations.</p>
<h1>Method Not Found</h1>
<p class="soft">Method '${name}' was not found in service ${serviceName}.</p>
</div></header>`,
  )
}

/** Names of operations are long words: they wrap between their parts. */
const breakableName = (name: string): Html =>
  trusted(escapeHtml(name).replace(/[a-z](?=[A-Z])/g, '$&<wbr>'))

const anchorOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Placeholders are marked up. */
const marked = (sample: string): Html =>
  trusted(escapeHtml(sample).replaceAll(marks.start, '<var>').replaceAll(marks.end, '</var>'))

function parameters(operation: Operation): Html {
  const ofAccount = Object.values(credentials).map(({ wire }) => wire)
  return html`<h2 id="parameters">Parameters</h2>
<table>
<thead><tr><th>Name</th><th>Type</th><th>Form</th><th>Notes</th></tr></thead>
<tbody>${paramsOf(operation).map(param => {
    const note = ofAccount.includes(param.wire) ? 'Of the account.' : param.note
    return html`
<tr><td><code>${param.wire}</code></td><td>${typeWords(param)}</td><td>${formOf(param)}</td><td>${
      param.optional && html`<span class="tag">optional</span> `
    }${note}</td></tr>`
  })}
</tbody></table>`
}

export const typeWords = ({ xsd }: Param<unknown> | Field<unknown>): string =>
  xsd === 'ints' ? 'list of int' : xsd

function resultSection(result: Result): Html {
  if (result.kind === 'value') {
    return html`<h2 id="result">Result</h2>
<p style="margin: 0">${result.xsd}${isNumber(result) && '; a negative one is a refusal'}${result.nullable && '; nil is a refusal'}.</p>`
  }
  const fields: Field<unknown>[] = Object.values(result.fields)
  const words = {
    dataset: 'with the columns',
    record: 'with the fields',
    records: 'with records of the fields',
  }[result.kind]
  return html`<h2 id="result">Result</h2>
<p class="soft" style="margin: 0">${typeName(result)} ${words}</p>
<table>
<thead><tr><th>Name</th><th>Type</th><th>Form</th></tr></thead>
<tbody>${fields.map(
    field => html`
<tr><td><code>${columnName(field)}</code></td><td>${typeWords(field)}</td><td>${field.xsd === 'string' && formOf(field)}</td></tr>`,
  )}
</tbody></table>`
}

/** The format of a text, if its type does not name it. */
export const formOf = ({ form }: { form: string }): string => (form === 'text' ? '' : form)

export const isNumber = (result: Result): boolean =>
  result.kind === 'value' && (result.xsd === 'int' || result.xsd === 'long')

/** A field of several columns, and one whose name the caller chooses, are described in words. */
export function columnName({ wire, spread }: Field<unknown>): string {
  if (spread === 'numbered') return `${wire}1, ${wire}2, ...`
  if (spread === 'captioned') return `(the name of each field, or ${wire}1, ${wire}2, ...)`
  return spread === 'named' ? `(as given by ${wire})` : wire
}

function testForm(action: string, operation: Operation, local: boolean): Html {
  const only = (words: string): Html =>
    html`<p class="soft" style="margin: 0">The test form is only available for ${words}.</p>`
  if (!local) return only('requests from the local machine')
  const params = paramsOf(operation)
  if (params.some(({ xsd }) => xsd === 'ints'))
    return only('methods with primitive types as parameters')
  return html`<p class="soft" style="margin: 0">To test the operation using the HTTP POST \
protocol, click the 'Invoke' button.</p>
<form action="${action}" method="POST" target="_blank" autocomplete="off">
<div class="inputs">${params.map(
    param => html`
<div><label for="${param.wire}">${param.wire}${!param.optional && html` <span class="soft">required</span>`}</label>
<input id="${param.wire}" name="${param.wire}" \
${typeOf(param)} placeholder="${formOf(param)}"></div>`,
  )}
</div>
<button type="submit">Invoke</button>
</form>`
}

const typeOf = ({ wire }: Param<unknown>): Html =>
  wire === credentials.password.wire
    ? trusted('type="password" autocomplete="current-password"')
    : trusted(
        wire === credentials.username.wire
          ? 'type="text" autocomplete="username"'
          : 'type="text" autocomplete="off"',
      )

const page = (title: string, body: Html, head?: Html): string =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}
${iconLink}
<style>${trusted(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.html

/** Not by a URL parser: a Host header may contain what it rejects. */
function partsOf(url: string): { host: string; path: string } {
  const [, host = '', path = ''] = /^https?:\/\/([^/]*)(.*)$/s.exec(url) ?? []
  return { host, path }
}
