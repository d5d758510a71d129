/** Metrics of emails handed over by this process, and of its routes. */
import { Counter, Gauge, Registry } from 'prom-client'
import { type EmailTried, emailsTried } from '../lib/telemetry.ts'

export const sendingRegistry = new Registry()
const registers = [sendingRegistry]

type EmailLabels = Omit<EmailTried, 'code'>

/**
 * Counted in a map and copied at a scrape: each email is counted, and the library takes long for
 * four labels.
 */
const counts = new Map<string, { of: EmailLabels; count: number }>()

new Counter({
  name: 'pennypost_emails_total',
  help:
    'Tries to hand an email over: accepted, deferred (tried again), refused, uncertain (no ' +
    'reply), unusable (the route accepted ' +
    'nothing), abandoned (stopped at the last moment), unwritable (could not be composed). ' +
    'The class is what a reply was about: recipient, domain (for now), sender, content or relay. ' +
    'The provider is that of the recipient, "other" beyond the largest.',
  labelNames: ['route', 'outcome', 'class', 'provider'],
  registers,
  collect() {
    this.reset()
    for (const { of, count } of counts.values()) this.inc(of, count)
  },
})

const replies = new Counter({
  name: 'pennypost_route_replies_total',
  help: 'Replies of a relay to emails by class: 2xx, 4xx, 5xx; none without a reply.',
  labelNames: ['route', 'class'],
  registers,
})

emailsTried.subscribe(({ route, outcome, code, class: about, provider }) => {
  const key = `${outcome}\n${about}\n${provider}\n${route}`
  const known = counts.get(key)
  if (known) known.count++
  else counts.set(key, { of: { route, outcome, class: about, provider }, count: 1 })
  if (outcome !== 'unwritable')
    replies.inc({ route, class: code >= 200 ? `${Math.floor(code / 100)}xx` : 'none' })
})

interface RouteState {
  name: string
  /** Whether it accepts emails now. */
  up: boolean
  paused: boolean
}

const routeSources = new Set<() => RouteState[]>()

new Gauge({
  name: 'pennypost_route_up',
  help:
    '1 while a route accepts emails of this process; 0 while it is paused, rests after a ' +
    'failure, or its quota is used up.',
  labelNames: ['route'],
  registers,
  collect() {
    this.reset()
    for (const routes of routeSources)
      for (const { name, up } of routes()) this.set({ route: name }, up ? 1 : 0)
  },
})

new Gauge({
  name: 'pennypost_route_paused',
  help: '1 while a route is paused, by a user or after refusals of the sender; see route list.',
  labelNames: ['route'],
  registers,
  collect() {
    this.reset()
    for (const routes of routeSources)
      for (const { name, paused } of routes()) this.set({ route: name }, paused ? 1 : 0)
  },
})

/** Called at each scrape, until the returned function is called. */
export function watchRoutes(routes: () => RouteState[]): () => void {
  routeSources.add(routes)
  return () => void routeSources.delete(routes)
}
