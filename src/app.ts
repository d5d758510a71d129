/**
 * One HTTP server for all edges, chosen by path. main.ts starts the service; tests start here.
 * docs/architecture.md describes the parts.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLiveHub } from './console-api/v1/live/hub.ts'
import type { Store } from './db/db.ts'
import type { FailedAttempt } from './domain/accounts/guessing/attempts.ts'
import { peerOf as networkOf } from './domain/accounts/guessing/failures.ts'
import { createSignIn } from './domain/accounts/sign-in.ts'
import { createHostOwners, type HostOwner } from './domain/hosts/host-owners.ts'
import type { Keys } from './domain/keys/keys.ts'
import { keyOfLinks, macKeyOf } from './domain/keys/link-keys.ts'
import { createCodeCheck } from './domain/members/code-check.ts'
import { createFailedAttempts } from './domain/members/failed-attempts.ts'
import { createPersonSignIn } from './domain/members/person-sign-in.ts'
import {
  apiFor,
  consoleFor,
  eventSourcesFor,
  noticesFor,
  readTopic,
  relayEventsFor,
  resetsFor,
  sandboxFor,
  smsCallbacksFor,
  wiresFor,
} from './edges.ts'
import { isBrowserAtRoot } from './http/browser-at-root.ts'
import { ASK_PATH, answerAsk } from './http/certificate-ask.ts'
import { createProbes, nodesOfStore, say, troubleOfStore } from './http/probes.ts'
import { createRequestReaders, requestIdOf } from './http/request-facts.ts'
import { hostProblem } from './http/request-host.ts'
import {
  createHttpServer,
  type DrainOptions,
  type HttpServer,
  type Prepare,
  type RequestHandler,
} from './http/server.ts'
import type { ReadAmazon } from './inbound/relay-events.ts'
import { type CallLimits, createCallLimits } from './lib/call-limits.ts'
import { answerFavicon, isFavicon } from './lib/favicon.ts'
import type { Log } from './lib/log.ts'
import { createRequestBodies } from './lib/request-bodies.ts'
import type { Sealer } from './lib/secrets.ts'
import { createMetrics } from './metrics/registry.ts'
import { OLD_FORMS } from './recipient/paths.ts'
import { createRecipient } from './recipient/routes.ts'
import type { Config } from './settings/config.ts'
import { serviceOrigin } from './settings/service-origin.ts'
import { endpointFor, programNotesFor } from './soap-edge.ts'
import { objectStoreOf } from './start/media-store.ts'

export interface App {
  server: Server
  /** Resolves with the address it listens on. Requests that come before `prepare` is done wait. */
  listen(prepare?: Prepare): Promise<AddressInfo>
  /**
   * Accepts no new requests and finishes those in flight. The caller closes the store afterwards.
   */
  close(options?: DrainOptions): Promise<void>
}

export interface AppOptions {
  config: Config
  /** Encrypts what must not be readable in a dump of the store. */
  sealer: Sealer
  store: Store
  /** Keys that sign the links in emails. */
  keys: Keys
  log: Log
  /** Of programs, if other servers of the process count in the same. */
  callLimits?: CallLimits
  /** Where the web console was built, if not where `npm run console` builds it. */
  consoleFolder?: string
  /** Reads certificates of Amazon, if not from Amazon. */
  readAmazon?: ReadAmazon
}

/** Paths of links and pictures in emails, valid for years; no other edge may use them. */
const RECIPIENT = /^\/(?:[adfortuwmps]\/|c(?:\.gif|\.js)?$)/
const SANDBOX = /^\/sandbox(?:\/|$)/
/** Callbacks of SMS gateways: not for people, and not pages. */
const SMS = /^\/api\/sms\//
/** Webhooks of hosted relays. */
const RELAY_EVENTS = /^\/api\/relay-events\//
/** Addresses that shops post events to. */
const EVENT_SOURCES = /^\/api\/event-sources\//
/** The APIs of providers of email, for programs that move in. */
const WIRES = /^\/(?:resend|postmark|sendgrid|mailgun)\//
/** The JSON API, the Model Context Protocol, and how its assistants sign in. */
const API = /^\/(?:api\/v1(?:\/|$)|mcp$|oauth\/|\.well-known\/oauth-)/
const CONSOLE = /^\/(?:console|api)(?:\/|$)/

export function createApp({
  config,
  store,
  sealer,
  keys,
  log,
  callLimits = createCallLimits(config.http.apiCallsPerMinute),
  consoleFolder,
  readAmazon,
}: AppOptions): App {
  const { factsOf, peerOf, hostOf, isProxyItself, cameByHttps } = createRequestReaders(
    config.http.trustProxy,
  )
  const { publicUrl } = config.http
  const storeUp = async () => (await troubleOfStore(store)) === undefined
  // At least one body of the largest size can always be read.
  const bodies = createRequestBodies({
    most: Math.max(config.http.bodyBudget, config.http.maxBody),
    networkOf: req => networkOf(peerOf(req)),
  })
  const metrics = createMetrics({
    store,
    dataDir: config.store.dataDir,
    storeUp,
    nodes: () => nodesOfStore(store),
    bytesInHand: bodies.used,
    hits: () => recipient.hits(),
  })
  const failedAttempt = createFailedAttempts(store)
  // Not waited for: the answer tells nothing of whose password it was, not by its time either.
  const record = (what: 'password' | 'code', failed: Omit<FailedAttempt, 'tooMany'>) =>
    void failedAttempt(what, failed).catch(error =>
      log.error({ error }, 'a failed log-in was not recorded'),
    )
  const onFailure = (failed: FailedAttempt) => {
    log.warn(failed, 'a log-in failed')
    record('password', failed)
  }
  const signIn = createSignIn(store, { onFailure })
  const tellOfRest = noticesFor({ config, store, log }, sealer)
  const checkCode = createCodeCheck(store, sealer, {
    onFailure(failed) {
      log.warn(failed, 'a one-time code was wrong')
      record('code', failed)
    },
    onRest(personId) {
      log.warn({ personId }, 'too many wrong one-time codes: the codes of the person rest')
      tellOfRest(personId)
    },
  })
  const checks = { signIn, signInPerson: createPersonSignIn(store, { onFailure }), checkCode }
  const askReset = resetsFor({ config, store, log }, sealer)
  const probes = createProbes({
    store,
    metrics,
    metricsToken: config.http.metricsToken,
    stopping: () => http.stopping(),
  })
  const edge = { config, store, log }
  const means = { factsOf, bodies, programs: programNotesFor(edge) }
  const endpoint = endpointFor({ ...edge, keys }, { ...means, signIn, callLimits, metrics })
  const keyOf = keyOfLinks(keys)
  const objectStore = objectStoreOf(config.media)
  const recipient = createRecipient({
    db: store,
    objectStore,
    keyOf,
    newestKey: () => macKeyOf(keys.newest()),
    peerOf,
    installation: serviceOrigin(config.http),
    originOf: req => config.http.publicUrl ?? factsOf(req).origin,
    bodies,
    clickParameter: config.tracking.clickParameter,
    conversionDays: config.tracking.conversionDays,
    conversionMax: config.tracking.conversionMax,
    observe: metrics.observeRecipient,
    report: (error, req) =>
      log.error({ call: req && requestIdOf(req), error }, 'a page for a recipient failed'),
  })
  const console = whenFirstAsked(() =>
    consoleFor(edge, { ...means, checks, sealer, askReset }, consoleFolder),
  )
  const linkKey = () => macKeyOf(keys.newest())
  const hub = createLiveHub(store, readTopic, error =>
    log.error({ error }, 'a state that somebody watches could not be read'),
  )
  const api = once(() =>
    apiFor(edge, {
      ...means,
      checks,
      sealer,
      askReset,
      callLimits,
      hub,
      linkKey,
      keyOf,
      objectStore,
    }),
  )
  const answerApi = whenFirstAsked(async () => (await api()).answer)
  const wires = whenFirstAsked(async () => wiresFor(log, (await api()).programs))
  const sms = whenFirstAsked(() => smsCallbacksFor(edge, bodies))
  const ofRelays = whenFirstAsked(() => relayEventsFor(edge, { sealer, keyOf, bodies, readAmazon }))
  const eventSources = whenFirstAsked(() => eventSourcesFor(edge, { sealer, bodies, peerOf }))
  const sandbox = whenFirstAsked(() => sandboxFor(edge, factsOf, keyOf))

  const own = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  const hosts = createHostOwners(store, own)
  const leadsHere = async (name: string, req: IncomingMessage) =>
    isProxyItself(req) && (name === own || typeof (await hosts.ownerOf(name)) === 'number')
  const lost =
    (...[req, res]: Parameters<RequestHandler>) =>
    (error: unknown) => {
      log.error({ call: requestIdOf(req), error }, 'the owner of a host could not be read')
      say(res.setHeader('Retry-After', '10'), 503, 'Try again later.')
    }

  const answer: RequestHandler = (req, res) => {
    const wrong = hostProblem(req)
    if (wrong !== undefined) return say(res.setHeader('Connection', 'close'), 400, wrong)
    const owner = hosts.ownerOf(hostOf(req))
    if (owner === 'installation') return answerHere(req, res)
    if (!(owner instanceof Promise)) return answerAt(owner, req, res)
    return owner.then(known => answerAt(known, req, res), lost(req, res))
  }

  /** On the host of an account there are its public pages, and nothing else. */
  function answerAt(owner: HostOwner, ...[req, res]: Parameters<RequestHandler>): unknown {
    if (typeof owner === 'number')
      return isFavicon(pathOf(req.url ?? '/')) ? answerFavicon(res) : recipient(req, res, owner)
    if (owner === 'nobody' && isPage(req)) return say(res, 421, 'Nothing is at this name.')
    return answerHere(req, res)
  }

  const answerHere: RequestHandler = (req, res) => {
    const path = pathOf(req.url ?? '/')
    if (probes.answer(path, req, res)) return
    if (path === ASK_PATH)
      return answerAsk(req, res, name => leadsHere(name, req)).catch(lost(req, res))
    if (isFavicon(path)) return answerFavicon(res)
    if (isBrowserAtRoot(req)) return void res.writeHead(303, { Location: '/console' }).end()
    if (RECIPIENT.test(path) || OLD_FORMS.test(path)) return recipient(req, res)
    if (SANDBOX.test(path)) return sandbox(req, res)
    if (SMS.test(path)) return sms(req, res)
    if (RELAY_EVENTS.test(path)) return ofRelays(req, res)
    if (EVENT_SOURCES.test(path)) return eventSources(req, res)
    if (API.test(path)) return answerApi(req, res)
    if (WIRES.test(path)) return wires(req, res)
    return CONSOLE.test(path) ? console(req, res) : endpoint(req, res)
  }

  const http: HttpServer = createHttpServer({
    host: config.http.host,
    port: config.http.port,
    log,
    answer,
    cameByHttps: req => publicUrl?.startsWith('https:') ?? cameByHttps(req),
    // A body is retained until its request is answered, or its client is gone.
    onEnd: bodies.release,
  })
  return {
    server: http.server,
    listen: http.listen,
    async close(options) {
      // Streams would never end by themselves.
      hub.close()
      await http.close(options)
      await recipient.close()
    },
  }
}

/** Loaded on demand: the console's framework takes longer to load than all the rest. */
function whenFirstAsked(make: () => Promise<RequestHandler>): RequestHandler {
  const made = once(make)
  return async (req, res) => (await made())(req, res)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Pages for people. Programs and old pages may know the service by names that it does not. */
function isPage(req: IncomingMessage): boolean {
  const path = pathOf(req.url ?? '/')
  const isProgram = [API, SMS, RELAY_EVENTS, EVENT_SOURCES].some(one => one.test(path))
  return (
    isBrowserAtRoot(req) ||
    RECIPIENT.test(path) ||
    SANDBOX.test(path) ||
    (CONSOLE.test(path) && !isProgram)
  )
}

function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}
