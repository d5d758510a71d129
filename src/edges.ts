/** The edges that are loaded on demand: JSON API, console, sandbox, callbacks of SMS gateways. */

import type { IncomingMessage } from 'node:http'
import type { AskReset } from './actions/members/mail/ask-reset.ts'
import type { LiveHub, ReadTopic } from './console-api/v1/live/hub.ts'
import type { ProgramCalls } from './console-api/v1/program-calls.ts'
import type { Api } from './console-api/v1/server.ts'
import type { Store } from './db/db.ts'
import type { PasswordChecks } from './domain/members/entry/console-sign-in.ts'
import type { CallNotes } from './domain/programs/note-calls.ts'
import { requestIdOf } from './http/request-facts.ts'
import type { RequestHandler } from './http/server.ts'
import type { ReadAmazon } from './inbound/relay-events.ts'
import type { CallLimits } from './lib/call-limits.ts'
import { CallerGone, HUNG_UP } from './lib/caller-gone.ts'
import type { Log } from './lib/log.ts'
import type { ObjectStore } from './lib/object-store.ts'
import { createOpenIdProvider } from './lib/openid-provider.ts'
import type { RequestBodies } from './lib/request-bodies.ts'
import type { Sealer } from './lib/secrets.ts'
import type { KeyOf, MacKey } from './mail/links/signing.ts'
import { type Config, givenSettings, settingNotes } from './settings/config.ts'
import { relaySettings } from './settings/relay-settings.ts'
import { originsOf } from './settings/service-origin.ts'
import type { RequestFacts } from './soap/endpoint.ts'
import { scratchRoot } from './workers/scratch.ts'

interface EdgeOptions {
  config: Config
  store: Store
  log: Log
}

type FactsReader = (req: IncomingMessage) => RequestFacts

/** The services that console and API share. */
interface ConsoleMeans {
  factsOf: FactsReader
  bodies: RequestBodies
  checks: PasswordChecks
  sealer: Sealer
  askReset: AskReset
}

interface ApiMeans {
  /** Notes the calls of programs. */
  programs: CallNotes
  callLimits: CallLimits
  hub: LiveHub
  /** The newest key of links. */
  linkKey(): MacKey
  keyOf: KeyOf
  /** Of pictures; undefined: they are in the store. */
  objectStore: ObjectStore | undefined
}

/** The facts of a request, with the origin that people see. */
const publicFacts =
  (config: Config, factsOf: FactsReader) =>
  (req: IncomingMessage): RequestFacts => {
    const facts = factsOf(req)
    return { ...facts, origin: config.http.publicUrl ?? facts.origin }
  }

export async function apiFor(
  { config, store, log }: EdgeOptions,
  means: ConsoleMeans & ApiMeans,
): Promise<Api> {
  const [{ createApi }, { gatewayOf }, { installationFacts }] = await Promise.all([
    import('./console-api/v1/server.ts'),
    import('./start/sms-gateway.ts'),
    import('./start/doctor/installation-facts.ts'),
  ])
  const { hub, linkKey, keyOf, sealer, askReset, factsOf, checks, bodies, objectStore } = means
  const relays = relaysFor(config, sealer)
  return createApi({
    db: store,
    hub,
    callLimits: means.callLimits,
    noteProgram: means.programs.note,
    services: {
      ...checks,
      sealer,
      keyOf,
      provider: providerOf(config, sealer)?.name,
      smsGateway: async listener => gatewayOf(config, { listener }),
      bounces: config.bounces,
      relays,
      installation: {
        settings: () => givenSettings(process.env, '.env'),
        ...installationFacts(config, store, relays, () => settingNotes(process.env, '.env')),
      },
      imports: { ...config.imports, folder: () => scratchRoot(config.store.dataDir) },
      rendering: () => ({ ...originsOf(config), linkKey: linkKey() }),
      noticeFrom: config.signIn.noticeFrom,
      askReset,
      fetchable: config.fetch.allow,
      media: { maxBytes: config.media.maxBytes, outside: objectStore },
      report: error => log.error({ error }, 'work that a call began has failed'),
    },
    bodies,
    factsOf: publicFacts(config, factsOf),
    report: reportTo(log, 'a call of the API failed'),
  })
}

export async function consoleFor(
  { config, store, log }: EdgeOptions,
  { factsOf, checks, bodies, sealer, askReset }: ConsoleMeans,
  folder?: string,
): Promise<RequestHandler> {
  const [{ createConsole }, { CONSOLE_FOLDER }] = await Promise.all([
    import('./console-api/routes.ts'),
    import('./console-api/console-files.ts'),
  ])
  return createConsole({
    db: store,
    checks,
    bodies,
    provider: providerOf(config, sealer),
    askReset,
    factsOf: publicFacts(config, factsOf),
    folder: folder ?? CONSOLE_FOLDER,
    report: reportTo(log, 'a page failed'),
  })
}

/** A client that hangs up is no fault of ours. */
const reportTo = (log: Log, failed: string) => (error: unknown, call: string) =>
  error instanceof CallerGone ? log.info({ call }, HUNG_UP) : log.error({ call, error }, failed)

const relaysFor = (config: Config, sealer: Sealer) => ({
  ...relaySettings(config),
  sealer: async () => sealer,
})

/** The composer of emails is loaded lazily. */
export function resetsFor({ config, store, log }: EdgeOptions, sealer: Sealer): AskReset {
  const made = once(async () => {
    const { createAskReset } = await import('./actions/members/mail/ask-reset.ts')
    const from = config.signIn.noticeFrom
    const mail = { settings: relaysFor(config, sealer), origins: originsOf(config), from }
    return createAskReset(store, mail, error => log.warn({ error }, 'a link was not mailed'))
  })
  return async (...asked) => (await made())(...asked)
}

/** Tells of codes that rest, after the answer. */
export function noticesFor({ config, store, log }: EdgeOptions, sealer: Sealer) {
  const notice = once(() => import('./actions/members/mail/tell-of-rest.ts'))
  return (personId: number): void => {
    const from = config.signIn.noticeFrom
    const mail = { settings: relaysFor(config, sealer), origins: originsOf(config), from }
    notice()
      .then(({ tellOfRest }) => tellOfRest(store, mail, personId))
      .catch(error => log.warn({ error }, 'no email about codes that rest was sent'))
  }
}

function once<T>(make: () => T): () => T {
  let made: { of: T } | undefined
  return () => {
    made ??= { of: make() }
    return made.of
  }
}

function providerOf({ signIn }: Config, sealer: Sealer) {
  const { issuer, name, noticeFrom: _, ...client } = signIn
  if (issuer === undefined) return undefined
  return createOpenIdProvider({ issuer, name: name ?? new URL(issuer).host, ...client }, sealer)
}

/** The sandbox shares the style and the sign-in of the console; neither imports the other. */
export async function sandboxFor(
  { config, store, log }: EdgeOptions,
  factsOf: FactsReader,
  keyOf: KeyOf,
): Promise<RequestHandler> {
  const [{ createSandbox }, { contentPolicy, page }, { fromElsewhere, signedIn }] =
    await Promise.all([
      import('./sandbox/routes.ts'),
      import('./console-api/pages.ts'),
      import('./console-api/visitor.ts'),
    ])
  const originOf = (req: IncomingMessage) => publicFacts(config, factsOf)(req).origin
  return createSandbox({
    db: store,
    keyOf,
    accountOf: req => signedIn(store, req, originOf(req)),
    fromElsewhere: req => fromElsewhere(req, originOf(req)),
    frame: (title, body, { username, style }) => ({
      page: page(title, body, { username, style, at: '/sandbox' }),
      policy: contentPolicy({ style }, "'self'"),
    }),
    report: (error, req) =>
      log.error({ call: requestIdOf(req), error }, 'a page of the sandbox failed'),
  })
}

export async function smsCallbacksFor(
  { config, store, log }: EdgeOptions,
  bodies: RequestBodies,
): Promise<RequestHandler> {
  const [{ createSmsCallbacks }, { listenerOf }] = await Promise.all([
    import('./inbound/sms-callbacks.ts'),
    import('./start/sms-workers.ts'),
  ])
  return createSmsCallbacks({
    token: config.sms.callbackToken,
    bodies,
    listener: listenerOf(store, config.sms, log),
    report: (error, req) =>
      log.error(
        { call: requestIdOf(req), error },
        'a callback of an SMS gateway could not be stored',
      ),
  })
}

export async function relayEventsFor(
  { store, log }: Omit<EdgeOptions, 'config'>,
  means: {
    sealer: Sealer
    keyOf: KeyOf
    bodies: RequestBodies
    readAmazon: ReadAmazon | undefined
  },
): Promise<RequestHandler> {
  const { createRelayEvents } = await import('./inbound/relay-events.ts')
  const { readAmazon, ...rest } = means
  return createRelayEvents({
    ...rest,
    ...(readAmazon && { readAmazon }),
    db: store,
    note: (event, facts) => log.info(facts, event),
    report: (error, req) =>
      log.error({ call: requestIdOf(req), error }, 'a webhook of a relay could not be stored'),
  })
}

export async function eventSourcesFor(
  { config, store, log }: EdgeOptions,
  means: { sealer: Sealer; bodies: RequestBodies; peerOf(req: IncomingMessage): string },
): Promise<RequestHandler> {
  const { createEventSources } = await import('./inbound/event-sources.ts')
  return createEventSources({
    ...means,
    db: store,
    callsPerMinute: config.http.apiCallsPerMinute,
    report: (error, req) =>
      log.error(
        { call: req && requestIdOf(req), error },
        'a call of an event source could not be stored',
      ),
  })
}

export async function wiresFor(log: Log, programs: ProgramCalls): Promise<RequestHandler> {
  const { createWires } = await import('./wires/edge.ts')
  return createWires({ programs, log: facts => log.info(facts, 'a wire does not serve this') })
}

/** Loaded with the API, whose states they are. */
export const readTopic: ReadTopic = async (...asked) =>
  (await import('./console-api/v1/live/topics.ts')).readTopic(...asked)
