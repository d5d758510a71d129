/** The relay that an email of some kind would go by now, by rules and states in the store. */
import { routeRules } from '../../domain/routes/route-rules.sql.ts'
import { type RoutedEmail, routeFilter, rulesFor } from '../../domain/routes/route-rules.ts'
import type { ActionCall } from '../action.ts'
import { describedRoutes } from './route-states.ts'

export const OBSTACLES = ['not-in-use', 'paused', 'quota', 'refuses'] as const

type Described = Awaited<ReturnType<typeof describedRoutes>>[number]

/** As workers see it (open-route.ts): the first that has none takes the email. */
function obstacleOf(route: Described): (typeof OBSTACLES)[number] | null {
  const { state, limits, usedToday, pace, refusing } = route
  if (state === 'not-in-use' || state === 'paused') return state
  const quota = limits?.dailyQuota ?? null
  if ((quota !== null && usedToday >= quota) || pace?.quotaUntil) return 'quota'
  return refusing?.next ? 'refuses' : null
}

/** `takes` null: it waits; in an installation without relays it goes into the sandbox. */
export async function trialOf({ db, relays: settings }: ActionCall, email: RoutedEmail) {
  const rules = await routeRules(db, {})
  const mayTake = routeFilter(rules, email)
  const all = await describedRoutes(db, settings)
  const relays = all
    .filter(({ id }) => mayTake(id))
    .map(route => ({ name: route.name, obstacle: obstacleOf(route), warms: route.warmUp !== null }))
  return {
    ruleIds: rulesFor(rules, email).map(({ id }) => id),
    relays,
    takes: relays.find(({ obstacle }) => obstacle === null)?.name ?? null,
    sandbox: all.length === 0,
  }
}
