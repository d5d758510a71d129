/** The web service, with what its operations need of the store and the settings. */
import type { IncomingMessage } from 'node:http'
import type { Store } from './db/db.ts'
import { createCallNotes, createFailureNotes } from './domain/accounts/program-calls.ts'
import type { SignIn } from './domain/accounts/sign-in.ts'
import { publicOrigin } from './domain/hosts/public-origin.ts'
import type { Keys } from './domain/keys/keys.ts'
import { macKeyOf } from './domain/keys/link-keys.ts'
import { keyCallerName } from './domain/members/api-keys/key-holder.ts'
import { createProgramSignIn } from './domain/members/api-keys/program-sign-in.ts'
import { type CallNotes, createProgramNotes } from './domain/programs/note-calls.ts'
import { operationName as nameOf } from './domain/programs/operation-name.ts'
import type { CallEnd } from './domain/programs/outcomes.ts'
import { isReason } from './domain/refusal.ts'
import type { RequestHandler } from './http/server.ts'
import type { CallLimits } from './lib/call-limits.ts'
import type { Log } from './lib/log.ts'
import type { RequestBodies } from './lib/request-bodies.ts'
import { filterVersionToken } from './mail/links/web-version.ts'
import type { Metrics } from './metrics/registry.ts'
import { handlers } from './operations/index.ts'
import { permitKey } from './operations/keys/key-rights.ts'
import type { Config } from './settings/config.ts'
import { createDocuments } from './soap/documents.ts'
import { type CallObservation, createEndpoint, type RequestFacts } from './soap/endpoint.ts'

interface EndpointOptions {
  config: Config
  store: Store
  /** Keys that sign the links in emails. */
  keys: Keys
  log: Log
}

interface EndpointMeans {
  /** Notes the calls of programs. */
  programs: CallNotes
  factsOf(req: IncomingMessage): RequestFacts
  signIn: SignIn
  callLimits: CallLimits
  metrics: Metrics
  bodies: RequestBodies
}

/** Of all edges that programs call. */
export const programNotesFor = ({ config, store, log }: Omit<EndpointOptions, 'keys'>): CallNotes =>
  createProgramNotes(store, {
    keepsExchanges: config.programs.exchangeDays > 0,
    report: error => log.warn({ error }, NOT_NOTED),
  })

const NOT_NOTED = 'a call was not noted'

export function endpointFor(
  { config, store, keys, log }: EndpointOptions,
  { programs, factsOf, signIn, callLimits, metrics, bodies }: EndpointMeans,
): RequestHandler {
  const { namespace, serviceName, operations } = config.api
  const notNoted = (error: unknown) => log.warn({ error }, NOT_NOTED)
  const noteCall = createCallNotes(store, notNoted)
  const noteFailure = createFailureNotes(store, notNoted)
  return createEndpoint({
    namespace,
    serviceName,
    operations,
    maxBody: config.http.maxBody,
    bodies,
    handlers,
    signIn: createProgramSignIn({
      db: store,
      signIn,
      mayCall(holder) {
        const { account, callsPerMinute } = holder
        const granted = callsPerMinute ?? undefined
        const call = { accountId: account.id, caller: keyCallerName(holder), granted }
        return callLimits.take(call).retryAfter === undefined
      },
    }),
    permit: (key, operation, input) => permitKey(store, key, operation, input),
    callFor: ({ account, key }, { origin, peer, id }) => {
      noteCall(account.id)
      return {
        db: store,
        account,
        actor: key ? { kind: 'key', id: key.keyId, name: key.name, peer } : { kind: 'program' },
        importWaitMillis: config.imports.wait * 1000,
        links: {
          login: token => `${config.http.publicUrl ?? origin}/console/login/${token}`,
          async webVersion(of, blocks) {
            const token = filterVersionToken(macKeyOf(keys.newest()), {
              accountId: account.id,
              of,
              blocks,
            })
            const installation = config.http.publicUrl ?? origin
            return `${await publicOrigin(store, account.id, installation)}/w/${token}`
          },
        },
        log: (event, facts) => log.info({ call: id, account: account.id, ...facts }, event),
      }
    },
    factsOf,
    observe(observed) {
      const { unknown } = observed
      const call = unknown === undefined ? observed : { ...observed, unknown: nameOf(unknown) }
      metrics.observe(call)
      logCall(log, call)
      const { caller, outcome, operation, reason } = call
      if (caller !== undefined)
        programs.note({
          caller,
          operation,
          unoffered: call.unknown === undefined ? [] : [call.unknown],
          binding: call.binding,
          outcome: endOf(call),
          millis: call.ms,
          peer: call.peer,
          userAgent: call.userAgent,
          exchange: call.exchange,
        })
      if (caller !== undefined && outcome !== 'ok' && outcome !== 'broken')
        noteFailure(caller, [operation, reason].filter(part => part).join(': '))
    },
    report: (error, call) => log.error({ call, error }, 'a call failed'),
    documents: createDocuments({ namespace, serviceName, operations }),
  })
}

function endOf({ outcome, reason, unknown }: CallObservation): CallEnd {
  if (outcome === 'ok') return ''
  if (outcome === 'broken') return 'gone'
  if (outcome === 'server-fault') return 'server-fault'
  if (unknown !== undefined) return 'not-offered'
  if (reason === 'VersionMismatch') return 'version-mismatch'
  if (reason === 'MustUnderstand') return 'must-understand'
  return reason !== undefined && isReason(reason) ? reason : 'unreadable'
}

function logCall(log: Log, call: CallObservation): void {
  const { id, operation, unknown, binding, outcome, reason, ms } = call
  const level = outcome === 'client-fault' || outcome === 'broken' ? 'info' : 'debug'
  if (log.isLevelEnabled(level))
    log[level](
      { call: id, operation, unknown, binding, outcome, reason, ms: Math.round(ms * 10) / 10 },
      'call',
    )
}
