/** The readable reference of the JSON API: all routes on a page, with links to what each takes. */

import { type ProblemReason, problemReasons, titleOf } from '../../../actions/problem.ts'
import { type Html, html } from '../../../lib/html.ts'
import { contentPolicy, page } from '../../pages.ts'
import { topicNames } from '../live/topics.ts'
import { operationId } from '../operation-names.ts'
import { statusOf } from '../problem.ts'
import type { ApiRoute } from '../route.ts'

const REFERENCE = '/api/v1/reference'

const style = `.routes{table-layout:fixed;min-width:46rem}.routes td:first-child{width:25rem}
.routes td:last-child{width:6rem}.routes td,.routes th{vertical-align:top;text-align:left;padding:.3em .8em .3em 0}
.routes code{overflow-wrap:anywhere}.wide{overflow-x:auto}`

export function referencePage(routes: readonly ApiRoute[]): { page: string; policy: string } {
  const nouns = Map.groupBy(routes, ({ path }) => path.split('/')[1] ?? '')
  const body = html`<h1>The JSON API</h1>
<p>For programs: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1). Send an API key as
<code>Authorization: Bearer ppk_…</code>. Lists are <code>{items, next}</code>: the next page is
asked for with <code>after=next</code>. A <code>POST</code> with an <code>Idempotency-Key</code> may
be repeated; a change with <code>If-Match</code> is refused when somebody else was faster.</p>
${[...nouns].map(([noun, of]) => section(noun, of))}
<h2>live</h2><p><code>GET /live?topics=${topicNames.join(',')}</code>: states as server-sent
events, at once and whenever they change. Right: read.</p>
<h2>Refusals</h2><p>Problem documents (RFC 9457) with one of these reasons.</p>
<div class="wide"><table class="routes">${problemReasons.map(reason)}</table></div>`
  return { page: page('API', body, { style }), policy: contentPolicy({ style }) }
}

const section = (
  noun: string,
  routes: ApiRoute[],
): Html => html`<h2><a href="${REFERENCE}/${noun}">${noun}</a></h2>
<div class="wide"><table class="routes">${routes.map(
  route => html`<tr id="${operationId(route)}"><td>
<a href="${REFERENCE}/${noun}#${operationId(route)}"><code>${route.method} ${route.path}</code></a></td>
<td>${route.about}${route.readsIfMatch && ' Reads If-Match.'}</td><td>${route.right}</td></tr>`,
)}</table></div>`

const reason = (name: ProblemReason): Html =>
  html`<tr id="${name}"><td><code>${name}</code></td><td>${statusOf(name)}</td>
<td>${titleOf(name)}</td></tr>`
