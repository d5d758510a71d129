/**
 * A route of the JSON API: one entry of the table (table.ts) from which the server, the checks of
 * input and output, the OpenAPI document and the types of the console come.
 */
import type { z } from 'zod'
import {
  type ActionInput,
  type AnyAction,
  type Method,
  NOTHING,
  wordsOf,
} from '../../actions/action.ts'
import type { Store } from '../../db/db.ts'
import type { Account } from '../../domain/accounts/account.ts'
import type { SessionClient } from '../../domain/accounts/session.ts'
import type { BounceRules } from '../../domain/bounces/apply-reports.ts'
import type { PasswordChecks } from '../../domain/members/entry/console-sign-in.ts'
import type { Right } from '../../domain/members/rights.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import type { Sealer } from '../../lib/secrets.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import type { AskReset } from '../../use-cases/members/ask-reset.ts'
import type { RenderingMeans } from '../../use-cases/newsletter-preview.ts'
import type { RelaySettings } from '../../use-cases/relays/relays.ts'
import type { OpenGateway } from '../../use-cases/sms-test.ts'
import type { MediaMeans } from '../../use-cases/writing/upload-media.ts'
import type { Caller } from './caller.ts'

/** What a process knows of its machine, its settings and its store. */
export interface InstallationFacts {
  settings(): { name: string; value: string | undefined; source: string }[]
  store(): Promise<{
    kind: 'embedded' | 'external'
    version: string
    database: string
    schema: number
    newestSchema: number
    bytes: number
    sessions: number
    clockAheadMillis: number
  }>
  examine(): Promise<{ check: string; state: 'ok' | 'warn' | 'bad'; says: string; todo?: string }[]>
}

/** What routes need beside the store. */
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
  /** Where people may sign in, too: what they call it. */
  provider: string | undefined
  askReset: AskReset
  /** The sender of emails to members; undefined: that of the first list. */
  noticeFrom: string | undefined
}

/** What a route is carried out with. */
export interface ApiCall {
  db: Store
  account: Account
  caller: Caller
  /** The body of a route with `upload`, as it comes in. */
  upload(): AsyncIterable<Buffer>
  /** Of that body, as the client says before it. */
  declaredBytes: number | undefined
  services: ApiServices
  client: SessionClient
  /** The public address of the service, for links: https://mail.example.com */
  origin: string
  /** Aborts when the client is gone. */
  gone(): AbortSignal
}

/** A call of a route that reads If-Match. */
export interface ConditionalCall extends ApiCall {
  /** The header, for ifUnchanged(): compared in the transaction that makes the change. */
  ifMatch: string | undefined
}

/** A call of somebody who need not be known yet. */
export interface VisitorCall extends Pick<ApiCall, 'db' | 'services' | 'client' | 'gone'> {
  /** The token of the session cookie, '' for none. */
  session: string
  setSession(token: string): void
  clearSession(): void
}

interface Entry<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Out extends z.ZodType,
> {
  method: Method
  /** Below /api/v1, parameters as `:listId`. */
  path: string
  /** One sentence for the reference. */
  about: string
  /** The commands that do the same: test/console-api/parity.test.ts. */
  commands?: readonly string[]
  params?: Params
  query?: Query
  body?: Body
  /** Absent: the answer is 204 without a body. */
  out?: Out
  /** The body is a file. */
  upload?: true
  /** What the answer describes is new: 201. */
  creates?: true
  /** The values of the answer whose change If-Match notices. */
  tag?(out: z.output<Out>): unknown
}

interface MemberEntry<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Out extends z.ZodType,
> extends Entry<Params, Query, Body, Out> {
  right: Right
  /** The password must have been given within the last minutes. */
  confirmed?: true
  /** It shows nothing but personal data, or sends it elsewhere: refused to masked callers. */
  personal?: true
  /** What the account pays: where there are several, only who operates the installation may. */
  billing?: true
  run(call: ApiCall, input: ActionInput<Params, Query, Body>): Promise<z.input<Out>>
}

/** A change of an object that GET answers with a tag. */
interface ChangeEntry<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Out extends z.ZodType,
> extends Omit<MemberEntry<Params, Query, Body, Out>, 'run'> {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  run(call: ConditionalCall, input: ActionInput<Params, Query, Body>): Promise<z.input<Out>>
}

/** An answer that is a file, written as it is sent. */
export interface ApiFile {
  /** customers.csv */
  name: string
  /** Its media type. */
  type: string
  bytes: AsyncGenerator<string | Buffer>
}

interface FileEntry<Params extends z.ZodType, Query extends z.ZodType>
  extends Omit<
    MemberEntry<Params, Query, z.ZodUndefined, z.ZodVoid>,
    'run' | 'out' | 'body' | 'upload' | 'creates' | 'tag' | 'personal' | 'billing'
  > {
  run(call: ApiCall, input: ActionInput<Params, Query, z.ZodUndefined>): Promise<ApiFile>
}

interface VisitorEntry<Body extends z.ZodType, Out extends z.ZodType>
  extends Entry<typeof NOTHING, typeof NOTHING, Body, Out> {
  run(call: VisitorCall, input: { body: z.output<Body> }): Promise<z.input<Out>>
}

/** A route whose types are erased, as the server sees it. */
export interface ApiRoute {
  method: Method
  path: string
  /** `anyone`: nobody need be signed in, and `visit` is called. */
  right: Right | 'anyone'
  confirmed: boolean
  personal: boolean
  billing: boolean
  about: string
  commands: readonly string[]
  params: z.ZodType
  query: z.ZodType
  body: z.ZodType | undefined
  out: z.ZodType | undefined
  creates: boolean
  upload: boolean
  /** The answer is an ApiFile. */
  file: boolean
  tag: ((out: unknown) => unknown) | undefined
  /** Of all other changes the header is refused: nobody takes it for heard. */
  readsIfMatch: boolean
  run(call: ConditionalCall, input: ActionInput<z.ZodType, z.ZodType, z.ZodType>): Promise<unknown>
  visit(call: VisitorCall, input: { body: unknown }): Promise<unknown>
}

const notCalled = () => Promise.reject(new Error('not the way in of this route'))

export function route<
  Params extends z.ZodType = typeof NOTHING,
  Query extends z.ZodType = typeof NOTHING,
  Body extends z.ZodType = z.ZodUndefined,
  Out extends z.ZodType = z.ZodVoid,
>(entry: MemberEntry<Params, Query, Body, Out>): ApiRoute {
  const { right, confirmed = false, personal = false, billing = false, run } = entry
  return { ...erased(entry), right, confirmed, personal, billing, run: run as ApiRoute['run'] }
}

/** It compares If-Match by ifUnchanged(); test/console-api/if-match.test.ts tries each of them. */
export function changeRoute<
  Params extends z.ZodType = typeof NOTHING,
  Query extends z.ZodType = typeof NOTHING,
  Body extends z.ZodType = z.ZodUndefined,
  Out extends z.ZodType = z.ZodVoid,
>(entry: ChangeEntry<Params, Query, Body, Out>): ApiRoute {
  const { run } = entry
  const made = route({ ...entry, run: notCalled })
  return { ...made, readsIfMatch: true, run: run as ApiRoute['run'] }
}

/** Its table is masked for callers who may see no personal data. */
export function fileRoute<
  Params extends z.ZodType = typeof NOTHING,
  Query extends z.ZodType = typeof NOTHING,
>(entry: FileEntry<Params, Query>): ApiRoute {
  const { right, confirmed = false, run } = entry
  const rest = { right, confirmed, personal: false, file: true }
  return { ...erased(entry), ...rest, run: run as ApiRoute['run'] }
}

export function visitorRoute<
  Body extends z.ZodType = z.ZodUndefined,
  Out extends z.ZodType = z.ZodVoid,
>(entry: VisitorEntry<Body, Out>): ApiRoute {
  return { ...erased(entry), visit: entry.run as ApiRoute['visit'] }
}

/** The routes of actions. */
export const served = (actions: readonly AnyAction[]): ApiRoute[] =>
  actions.map(({ route: name, command, readsIfMatch = false, run, ...entry }) => {
    const [method, path] = name.split(' ') as [Method, string]
    const commands = command === undefined ? [] : [wordsOf(command)]
    return {
      ...erased({ ...entry, method, path, commands }),
      right: entry.right,
      confirmed: entry.confirmed ?? false,
      personal: entry.personal ?? false,
      billing: entry.billing ?? false,
      readsIfMatch,
      run(call, input) {
        const { sealer, fetchable } = call.services
        const caller = { ...call.caller, isKey: call.caller.session === undefined }
        return run({ ...call, caller, sealer: () => Promise.resolve(sealer), fetchable }, input)
      },
    }
  })

function erased<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Out extends z.ZodType,
>(entry: Entry<Params, Query, Body, Out>): ApiRoute {
  const { method, path, about, commands = [], body, out } = entry
  return {
    ...{ method, path, about, commands, body, out },
    creates: entry.creates ?? false,
    upload: entry.upload ?? false,
    file: false,
    right: 'anyone',
    confirmed: false,
    personal: false,
    billing: false,
    readsIfMatch: false,
    params: entry.params ?? NOTHING,
    query: entry.query ?? NOTHING,
    tag: entry.tag as ApiRoute['tag'],
    run: notCalled,
    visit: notCalled,
  }
}
