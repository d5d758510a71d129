/**
 * `/tls/ask?domain=NAME`: whether a proxy may get a certificate for a name, as Caddy asks for
 * `on_demand_tls`. Without this answer anybody could make it ask for any name, until the authority
 * has enough of it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { say } from './probes.ts'

export const ASK_PATH = '/tls/ask'

const LONGEST_NAME = 253

/** 200 if `leadsHere`, which is asked for names of a plausible length; else 404. */
export async function answerAsk(
  req: IncomingMessage,
  res: ServerResponse,
  leadsHere: (name: string) => Promise<boolean>,
): Promise<void> {
  const url = req.url ?? ''
  const query = url.indexOf('?')
  const given = new URLSearchParams(query < 0 ? '' : url.slice(query, query + 1_000)).get('domain')
  const name = (given ?? '').toLowerCase()
  const plausible = req.method === 'GET' && name !== '' && name.length <= LONGEST_NAME
  const known = plausible && (await leadsHere(name))
  say(res, known ? 200 : 404, known ? 'It leads here.' : 'Nothing is known of it.')
}
