/**
 * Actions that HTTP alone serves: they read an upload, answer with a file, or sign in. No command
 * is derived from them.
 */
import type { z } from 'zod'
import type { OpenGateway } from '../../actions/sms/try-gateway.ts'
import type { Account } from '../../domain/accounts/account.ts'
import type { ConsoleSession, SessionClient } from '../../domain/accounts/session.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import type { BounceRules } from '../../domain/bounces/apply-reports.ts'
import type { PasswordChecks } from '../../domain/members/entry/console-sign-in.ts'
import type { Right } from '../../domain/members/rights.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import type { Sealer } from '../../lib/secrets.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import type {
  Action,
  ActionCall,
  ActionCaller,
  ActionInput,
  NOTHING,
  RouteName,
} from '../action.ts'
import type { DoctorFinding } from '../installation/doctor-words.ts'
import type { MediaMeans } from '../media/upload-media.ts'
import type { AskReset } from '../members/mail/ask-reset.ts'
import type { RenderingMeans } from '../newsletters/writing/reader.ts'
import type { RelaySettings } from '../relays/known-routes.ts'

/** The caller: a session, or a program with an API key. */
export interface HttpCaller extends ActionCaller {
  account: Account
  /** For rate limits and idempotency keys: of this caller alone among those of all accounts. */
  key: string
  /** Of an API key that may make more calls, or fewer, than all. */
  callsPerMinute?: number | undefined
  /** Undefined: a program with an API key. */
  session: ConsoleSession | undefined
  actor: Actor
}

/** The machine, the settings and the store of a process. */
export interface InstallationFacts {
  settings(): { name: string; value: string | undefined; source: string; sentence: string }[]
  store(): Promise<{
    kind: 'embedded' | 'external'
    version: string
    database: string
    schema: number
    newestSchema: number
    bytes: number
    sessions: number
    disk: { free: number; size: number } | null
    clockAheadMillis: number
  }>
  examine(): Promise<DoctorFinding[]>
}

/** Services of the process, beside the store. */
export interface ApiServices extends PasswordChecks {
  sealer: Sealer
  imports: {
    maxBytes: number
    keepDays: number
    /** A folder for temporary files, made if it is missing. */
    folder(): Promise<string>
  }
  rendering(): RenderingMeans
  /** Places that may be fetched from although they are not public. */
  fetchable: AllowedPlaces
  media: MediaMeans
  /** Logs what goes wrong after the answer. */
  report(error: unknown): void
  /** How bounces count, by the settings. */
  bounces: BounceRules & { hardDays: number | undefined }
  relays: RelaySettings
  installation: InstallationFacts
  smsGateway: OpenGateway
  /** The keys that sign links, by their id. */
  keyOf: KeyOf
  /** The display name of the provider for sign-in, if there is one. */
  provider: string | undefined
  askReset: AskReset
  /** The sender of emails to members; undefined: that of the first list. */
  noticeFrom: string | undefined
}

/** The context of an action in a request. */
export interface HttpCall extends ActionCall {
  caller: HttpCaller
  services: ApiServices
  /** The body of an action with `upload`, as it comes in. */
  upload(): AsyncIterable<Buffer>
  /** Of that body, as the client says before it. */
  declaredBytes: number | undefined
  client: SessionClient
  /**
   * Puts recorded reasons into words: of the language that is asked for, else of the first of
   * Accept-Language that the service speaks, else in English.
   */
  inWords(language: string | undefined): (reason: string) => string
  /** The public address of the service, for links: https://mail.example.com */
  origin: string
}

/** A call without a session. */
export interface VisitorCall extends Pick<HttpCall, 'db' | 'services' | 'client' | 'gone'> {
  /** The token of the session cookie, '' for none. */
  session: string
  setSession(token: string): void
  clearSession(): void
}

/** An answer that is a file, written as it is sent. */
export interface ApiFile {
  /** customers.csv */
  name: string
  /** Its media type. */
  type: string
  bytes: AsyncGenerator<string | Buffer>
}

interface HttpAction<
  Route extends RouteName,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Out extends z.ZodType,
> extends Omit<Action<Route, never, Params, Query, Body, Out>, 'run' | 'command' | 'file'> {
  right: Right
  run(call: HttpCall, input: ActionInput<Params, Query, Body>): Promise<z.input<Out>>
}

/** Its function reads the request: an upload, the session, the address of the service. */
export const httpAction = <
  const Route extends RouteName,
  Params extends z.ZodType = typeof NOTHING,
  Query extends z.ZodType = typeof NOTHING,
  Body extends z.ZodType = z.ZodUndefined,
  Out extends z.ZodType = z.ZodVoid,
>(
  entry: HttpAction<Route, Params, Query, Body, Out>,
) => entry as Action<Route, never, Params, Query, Body, Out>

interface FileAction<Route extends RouteName, Params extends z.ZodType, Query extends z.ZodType>
  extends Pick<
    Action<Route, never, Params, Query, z.ZodUndefined, z.ZodVoid>,
    'route' | 'confirmed' | 'about' | 'commands' | 'params' | 'query'
  > {
  right: Right
  run(call: HttpCall, input: ActionInput<Params, Query, z.ZodUndefined>): Promise<ApiFile>
}

/** The answer is a file. Its table is masked for callers who may see no personal data. */
export const fileAction = <
  const Route extends RouteName,
  Params extends z.ZodType = typeof NOTHING,
  Query extends z.ZodType = typeof NOTHING,
>(
  entry: FileAction<Route, Params, Query>,
) =>
  ({ ...entry, file: true }) as unknown as Action<
    Route,
    never,
    Params,
    Query,
    z.ZodUndefined,
    z.ZodVoid
  >

interface VisitorAction<Route extends RouteName, Body extends z.ZodType, Out extends z.ZodType>
  extends Pick<
    Action<Route, never, typeof NOTHING, typeof NOTHING, Body, Out>,
    'route' | 'about' | 'commands' | 'body' | 'out' | 'creates'
  > {
  run(call: VisitorCall, input: { body: z.output<Body> }): Promise<z.input<Out>>
}

/** An action for visitors without a session. */
export const visitorAction = <
  const Route extends RouteName,
  Body extends z.ZodType = z.ZodUndefined,
  Out extends z.ZodType = z.ZodVoid,
>(
  entry: VisitorAction<Route, Body, Out>,
) =>
  ({ ...entry, right: 'anyone' }) as unknown as Action<
    Route,
    never,
    typeof NOTHING,
    typeof NOTHING,
    Body,
    Out
  >
