/** GET /live: states of the account as server-sent events, for browsers and programs. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { demand } from '../../../actions/action.ts'
import { ApiProblem } from '../../../actions/problem.ts'
import type { Store } from '../../../db/db.ts'
import { detailed } from '../../../domain/details/details.ts'
import { type Caller, callerOf, type RequestOrigin } from '../caller.ts'
import type { LiveHub } from './hub.ts'
import { countStreams } from './open-streams.ts'
import { streamTo } from './stream.ts'
import { topicsIn } from './topics.ts'

interface LiveOptions {
  db: Store
  hub: LiveHub
  factsOf(req: IncomingMessage): RequestOrigin
  /** How often a stream shows that it lives, and asks whether its viewer may still see it. */
  beatMillis?: number
}

/** Characters of the topics of a stream. */
const MOST_TOPICS = 400
/**
 * Streams of a caller, and of all callers of an account: a browser needs one, a program one for
 * each of its watchers.
 */
const MOST_STREAMS = { caller: 50, account: 200 }

/** Proxies cut streams that are silent for a minute. */
const BEAT_MILLIS = 15_000

export function registerLive(
  app: FastifyInstance,
  path: string,
  { db, hub, factsOf, beatMillis = BEAT_MILLIS }: LiveOptions,
): void {
  const streams = countStreams(MOST_STREAMS)

  app.get<{ Querystring: { topics?: unknown } }>(path, async (request, reply) => {
    const facts = factsOf(request.raw)
    // An open page is no activity: its session still expires.
    const identify = () => callerOf(db, request.raw, facts, { notesUse: false })
    const caller = await identify()
    demand(caller, 'read')
    if (caller.bound) throw new ApiProblem('not-allowed', detailed('key-bound-all'))
    const topics = topicsIn(String(request.query.topics ?? '').slice(0, MOST_TOPICS))
    // Removed since: no event would follow.
    if (reply.raw.destroyed) return reply.hijack()
    const accountId = caller.account.id
    const ended = streams.open(caller.key, accountId)
    if (!ended)
      throw new ApiProblem(
        'too-many-calls',
        detailed('live-streams', { most: MOST_STREAMS.caller, all: MOST_STREAMS.account }),
      )
    reply.raw.once('close', ended)
    reply.hijack()
    const mayGoOn = () =>
      identify().then(
        now => seesTheSame(caller, now),
        error => !(error instanceof ApiProblem),
      )
    const { masked } = caller
    return streamTo(reply.raw, hub, { accountId, topics, masked, beatMillis, mayGoOn })
  })
}

/** A caller whose mask or role has changed reconnects, and gets a stream of its new view. */
const seesTheSame = (before: Caller, now: Caller): boolean =>
  now.account.id === before.account.id &&
  now.masked === before.masked &&
  now.rights.size === before.rights.size &&
  [...now.rights].every(right => before.rights.has(right))
