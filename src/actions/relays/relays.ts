/** Relays of the installation: their limits, states and rules. Passwords are never shown. */

import { z } from 'zod'
import {
  changeLimits,
  dropRoute,
  pauseRouteNamed,
  resumeRouteNamed,
  routeNamed,
  violationsOfPause,
} from '../../domain/routes/keep-route.ts'
import { changeProviderLimits, dropProviderLimits } from '../../domain/routes/provider-limits.ts'
import { changeWarmUp, USUAL_WARM_UP, violationsOfWarmUp } from '../../domain/routes/warm-up.ts'
import { type ActionCall, action } from '../action.ts'
import { replyText } from '../mask.ts'
import { RecordedReasons, Sentence } from '../sentences.ts'
import { withRules } from '../value-problems.ts'
import { moment } from '../values.ts'
import {
  addRelay,
  MOST_ADDRESS,
  moveRelay,
  violationsOfNewRelay,
  violationsOfRelay,
} from './add-relay.ts'
import { changeProvider, checkProvider, KNOWN_PROVIDERS } from './relay-events.ts'
import { describedRoutes } from './route-states.ts'

const limits = {
  ratePerSecond: z
    .number()
    .positive()
    .max(100_000)
    .nullable()
    .describe('Emails a second, over all workers; null: no limit.'),
  connections: z.int().min(1).max(1_000).describe('How many at a time, over all workers.'),
  emailsPerConnection: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe('Emails before a connection is replaced.'),
  dailyQuota: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullable()
    .describe('Emails a day of UTC; null: no limit.'),
  priority: z.int().min(0).max(10_000).describe('The lowest is used first.'),
}

const MOST_PROVIDER_LIMIT = 1_000_000_000
const lift = '0: no limit; null: as usual for the provider.'
const providerLimits = {
  connections: z
    .int()
    .min(0)
    .max(MOST_PROVIDER_LIMIT)
    .nullable()
    .describe(`Emails at the same time. ${lift}`),
  emailsPerConnection: z
    .int()
    .min(0)
    .max(MOST_PROVIDER_LIMIT)
    .nullable()
    .describe(`Emails before a connection is replaced. ${lift}`),
  ratePerSecond: z
    .number()
    .min(0)
    .max(100_000)
    .nullable()
    .describe(`Emails a second, over all workers. ${lift}`),
  dailyQuota: z
    .int()
    .min(0)
    .max(MOST_PROVIDER_LIMIT)
    .nullable()
    .describe(`Emails a day of UTC. ${lift}`),
}

const hosted = {
  provider: z
    .string()
    .max(40)
    .nullable()
    .describe(`Take its webhooks of bounces and complaints: ${KNOWN_PROVIDERS.join(', ')}.`),
  providerKey: z.string().max(1_000).describe('What it signs them with.'),
}

/** With the options of OAuth 2, whose tokens are long. */
const address = z.string().max(MOST_ADDRESS)

const warmUp = {
  first: z.int().describe('Emails to each provider on the first day.'),
  growth: z.number().describe('Each day so many times the day before.'),
  goal: z.int().describe('The quota at which it ends.'),
}

const text = z.string().nullable()

const Relay = z
  .object({
    name: z.string(),
    relay: z.string().describe('Its address without the password.'),
    notes: z.array(Sentence).describe('Port and scheme that do not fit; how it logs in.'),
    state: z.enum(['in-use', 'paused', 'not-in-use']),
    reason: replyText.nullable(),
    causes: RecordedReasons,
    pausedAt: moment.nullable(),
    refusing: z
      .object({ since: moment, next: moment.nullable(), reply: replyText, causes: RecordedReasons })
      .nullable()
      .describe('It accepts no emails.'),
    pace: z
      .object({
        perSecond: z.number().nullable().describe('Emails a second.'),
        emailsPerConnection: z.int().nullable(),
        quotaUntil: moment.nullable().describe('Its own quota is used up; tried again then.'),
        reply: replyText.nullable(),
      })
      .nullable()
      .describe('What the relay itself was found to take, whoever the recipients are.'),
    limits: z.object(limits).nullish().describe('Null for the relay of SMTP_URL before its use.'),
    usedToday: z.int(),
    slowed: z
      .array(
        z.object({
          domains: z.string(),
          since: moment.nullable().describe('Null: before this was kept.'),
          until: moment,
          paused: z.boolean(),
          perMinute: z.number(),
          reply: replyText,
        }),
      )
      .describe('Domains that are sent to more slowly.'),
    events: z
      .object({ provider: z.string(), webhook: z.string(), lacksKey: z.boolean() })
      .nullable()
      .describe('Where a hosted relay calls with bounces and complaints. The address is a secret.'),
    warmUp: z.object(warmUp).nullable(),
    providerLimits: z.array(z.object({ provider: z.string(), limits: z.object(providerLimits) })),
    today: z.array(
      z.object({ provider: z.string(), quota: z.number(), messages: z.int(), held: text }),
    ),
  })
  .meta({ id: 'Relay' })

const name = z.string().min(1).max(100)
const params = z.strictObject({ route: name })
const provider = z.string().min(1).max(255).describe('Gmail, "Microsoft 365", or a domain.')
const toProvider = z.strictObject({ route: name, provider })

const given = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

async function oneRelay({ db, relays: settings }: ActionCall, which: string) {
  const all = await describedRoutes(db, settings)
  const found = all.find(one => one.name.toLowerCase() === which.trim().toLowerCase())
  if (found) return shownRelay(found)
  await routeNamed(db, which)
  throw new Error('a route is known and not described')
}

const shownRelay = (relay: Awaited<ReturnType<typeof describedRoutes>>[number]) => ({
  ...relay,
  state: relay.state as z.output<typeof Relay>['state'],
})

export const relays = [
  action({
    route: 'GET /installation/routes',
    installation: true,
    right: 'operate',
    about: 'The relays: limits, quota used today, which are paused or accept no emails and why.',
    command: 'route list',
    out: z.object({ items: z.array(Relay) }),
    run: async ({ db, relays: settings }) => ({
      items: (await describedRoutes(db, settings)).map(shownRelay),
    }),
  }),
  action({
    route: 'POST /installation/routes',
    installation: true,
    right: 'operate',
    // All emails go by it.
    personal: true,
    about: 'Add a relay. Workers use it within two seconds.',
    command: 'route add <name>',
    body: withRules(
      z
        .strictObject({
          name,
          url: address.describe('smtp://user:password@host:587; stored sealed.'),
        })
        .extend(z.strictObject({ ...limits, ...hosted }).partial().shape),
      violationsOfNewRelay,
    ),
    out: Relay,
    creates: true,
    async run(call, { body: { name: called, url, provider: whose, providerKey: key, ...own } }) {
      const { db } = call
      if (whose != null || key !== undefined) checkProvider(whose, key)
      await addRelay(db, await call.sealer(), { name: called, url, limits: given(own) })
      if (whose != null)
        await changeProvider(db, await call.sealer(), called, { provider: whose, key })
      return oneRelay(call, called)
    },
  }),
  action({
    route: 'PATCH /installation/routes/:route',
    installation: true,
    right: 'operate',
    // All emails go by it.
    personal: true,
    about: 'Change the given limits of a relay, its address, and whose webhooks it takes.',
    command: 'route edit',
    params,
    body: withRules(
      z.strictObject({ url: address, ...limits, ...hosted }).partial(),
      violationsOfRelay,
    ),
    out: Relay,
    async run(call, { params: { route: which }, body }) {
      const { url, provider: whose, providerKey: key, ...own } = body
      if (url !== undefined) await moveRelay(call.db, await call.sealer(), which, url)
      if (whose !== undefined || key !== undefined)
        await changeProvider(call.db, await call.sealer(), which, { provider: whose, key })
      await changeLimits(call.db, which, given(own))
      return oneRelay(call, which)
    },
  }),
  action({
    route: 'POST /installation/routes/:route/pause',
    installation: true,
    right: 'operate',
    about: 'Hand no further email to a relay. Others are used instead, if there are any.',
    command: 'route pause',
    params,
    body: withRules(
      z.strictObject({ reason: z.string().max(500).default('Paused by an operator.') }),
      violationsOfPause,
    ),
    out: Relay,
    async run(call, { params: { route: which }, body: { reason } }) {
      await pauseRouteNamed(call.db, which, reason)
      return oneRelay(call, which)
    },
  }),
  action({
    route: 'POST /installation/routes/:route/resume',
    installation: true,
    right: 'operate',
    about: 'Use a paused relay again.',
    command: 'route resume',
    params,
    out: Relay,
    async run(call, { params: { route: which } }) {
      await resumeRouteNamed(call.db, which)
      return oneRelay(call, which)
    },
  }),
  action({
    route: 'PATCH /installation/routes/:route/providers/:provider',
    installation: true,
    right: 'operate',
    about: 'Limit what a relay sends to one mailbox provider. Limits not given are kept.',
    commands: ['route shape'],
    params: toProvider,
    body: z.strictObject(providerLimits).partial(),
    out: z.object(providerLimits),
    run: ({ db }, { params: { route: which, provider: to }, body }) =>
      changeProviderLimits(db, which, to, given(body)),
  }),
  action({
    route: 'DELETE /installation/routes/:route/providers/:provider',
    installation: true,
    right: 'operate',
    about: 'Use the limits that are known for the provider again.',
    commands: ['route shape'],
    params: toProvider,
    run: async ({ db }, { params: { route: which, provider: to } }) =>
      void (await dropProviderLimits(db, which, to)),
  }),
  action({
    route: 'PUT /installation/routes/:route/warm-up',
    installation: true,
    right: 'operate',
    about: 'Begin a warm-up: each mailbox provider gets a daily quota that grows.',
    commands: ['route warm-up'],
    params,
    body: withRules(
      z.strictObject({
        first: warmUp.first.default(USUAL_WARM_UP.first),
        growth: warmUp.growth.default(USUAL_WARM_UP.growth),
        goal: warmUp.goal.default(USUAL_WARM_UP.goal),
      }),
      violationsOfWarmUp,
    ),
    out: Relay,
    async run(call, { params: { route: which }, body }) {
      await changeWarmUp(call.db, which, body)
      return oneRelay(call, which)
    },
  }),
  action({
    route: 'DELETE /installation/routes/:route/warm-up',
    installation: true,
    right: 'operate',
    about: 'End a warm-up: no quotas any more.',
    commands: ['route warm-up'],
    params,
    run: ({ db }, { params: { route: which } }) => changeWarmUp(db, which, null),
  }),
  action({
    route: 'DELETE /installation/routes/:route',
    installation: true,
    right: 'operate',
    confirmed: true,
    about: 'Forget a relay with its password. Its emails stay in the reports.',
    command: 'route remove',
    params,
    run: ({ db }, { params: { route: which } }) => dropRoute(db, which),
  }),
] as const
