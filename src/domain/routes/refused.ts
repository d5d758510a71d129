/** Routes whose relays refuse all emails: the reply, and since when. */
import { momentOfStore } from '../../lib/instant.ts'
import type { RouteRow } from './keep-route.ts'

/**
 * Each route that is not paused has been told so for this time: the relays stop the emails, not
 * the receivers.
 */
export function refusedByAll(
  routes: RouteRow[],
  millis: number,
): { sentence: string; said: string } | undefined {
  const active = routes.filter(({ pausedAt }) => pausedAt === null)
  const since = active.map(({ refusingSince }) =>
    refusingSince === null ? Date.now() : momentOfStore(refusingSince).getTime(),
  )
  const still = Date.now() - Math.max(...since)
  if (active.length === 0 || still < millis) return undefined
  const said = active.map(({ name, restReason }) => `${name}: ${restReason ?? ''}`).join('; ')
  const sentence =
    `Nothing was accepted for ${Math.floor(still / 60_000)} minutes: the relay takes no emails ` +
    `("${said}"). ` +
    (active.some(({ quotaUntil }) => quotaUntil !== null)
      ? 'It is tried again by itself; pennypost route list says when.'
      : 'Find the cause with pennypost route test.')
  return { sentence, said }
}
