/**
 * An action: one entry for one thing that can be done in an account. The JSON API serves it as a
 * route, the command line derives a command from it, and both check its input and its answer by the
 * same schemas. Each noun has a folder, so that a command loads only the schemas of its noun.
 */
import { z } from 'zod'
import type { Store, TransactionStep } from '../db/db.ts'
import type { Account } from '../domain/accounts/account.ts'
import type { BounceRules } from '../domain/bounces/apply-reports.ts'
import { detailed } from '../domain/details/details.ts'
import type { KeyScope } from '../domain/members/api-keys/key-binding.ts'
import type { KeyMaker } from '../domain/members/api-keys/key-maker.ts'
import type { Right } from '../domain/members/rights.ts'
import type { Violation } from '../domain/refusal.ts'
import type { AllowedPlaces } from '../lib/fetch-guard-places.ts'
import { hasZero, zerosIn } from '../lib/json.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import type { BoundBy } from './bound-by.ts'
import type { Deprecation } from './http/deprecation.ts'
import type { RenderingMeans } from './newsletters/writing/reader.ts'
import { ApiProblem, notByHidden } from './problem.ts'
import type { RelaySettings } from './relays/known-routes.ts'
import type { OpenGateway } from './sms/try-gateway.ts'
import {
  MOST_ERRORS,
  READING,
  violationOfIssue,
  violationsBeside,
  withoutRows,
} from './value-problems.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `PATCH /lists/:listId` */
export type RouteName = `${Method} /${string}`

export interface ActionCaller {
  rights: ReadonlySet<Right>
  /** No personal data in answers. */
  masked: boolean
  /** Of an API key that the caller makes. */
  maker: KeyMaker
  /** A program with an API key. */
  isKey: boolean
  /** With a key to try with: nothing is changed, and emails go nowhere. */
  isTest: boolean
  /** What its key is bound to. */
  bound?: KeyScope | undefined
}

/** Refuses what takes another right than that of the action. */
export function demand({ rights }: Pick<ActionCaller, 'rights'>, right: Right): void {
  if (rights.has(right)) return
  throw new ApiProblem('not-allowed', detailed('right-missing', { right }))
}

/** The context of an action, the same in a request and in a command. */
export interface ActionCall {
  db: Store
  account: Account
  caller: ActionCaller
  /** The header, for ifUnchanged(); a command has none. */
  ifMatch: string | undefined
  /** Encrypts and decrypts secrets of the store. Opened on demand: a command may have no key. */
  sealer(): Promise<Sealer>
  /** Places that may be fetched from although they are not public. */
  fetchable: AllowedPlaces
  /** How bounces count, by the settings. */
  bounces: BounceRules & { hardDays: number | undefined }
  relays: RelaySettings
  /** The settings of this process, each with its origin. No secrets. */
  settings(): Promise<
    { name: string; value?: string | undefined; source: string; sentence: string }[]
  >
  smsGateway: OpenGateway
  /** The parts for composing emails. Opened on demand, as the sealer. */
  rendering(): Promise<RenderingMeans>
  /** The keys that sign links, by their id. */
  keyOf: KeyOf
  /** Committed with the change that the action makes: the release of a proposal. */
  alongside?: TransactionStep | undefined
  /** Aborts when the caller is gone. */
  gone(): AbortSignal
  /** Reads a picture beside the file of a newsletter; only a command has files. */
  readPicture?: ((path: string) => Uint8Array | undefined) | undefined
}

export interface ActionInput<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
> {
  params: z.output<Params>
  query: z.output<Query>
  body: z.output<Body>
}

export interface Action<
  Route extends RouteName,
  Words extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Out extends z.ZodType,
> {
  /** Method and path below /api/v1, parameters as `:listId`. */
  route: Route
  /** `anyone`: without a session (visitorAction()). */
  right: Right | 'anyone'
  /** The password must have been given within the last minutes. */
  confirmed?: true
  /** It shows nothing but personal data, or sends it elsewhere: refused to masked callers. */
  personal?: true
  /** Billing: in an installation of several accounts, only the operator may. */
  billing?: true
  /** One sentence for the reference and for help. */
  about: string
  /**
   * The words of the command, with the values that are arguments: `list add <name>`. Parameters of
   * the path are arguments before them; all other values are options.
   */
  command?: Words
  /** Commands that do the same and are not derived. */
  commands?: readonly string[]
  /** It is about the installation: its command takes no account. */
  installation?: true
  /** A key to try with may call it: it reads `isTest`. All that only reads may be called, too. */
  readsTest?: true
  /**
   * It is idempotent by itself: a call with an Idempotency-Key whose process died before its answer
   * runs again. Returns the body as it came, with the key where the work needs it.
   */
  resumes?: (body: unknown, key: string) => unknown
  /** The place of its input that names the project or list of a bound key; such keys need it. */
  boundBy?: BoundBy
  deprecated?: Deprecation
  /** It adds or finds people: erased ones are recognised by a key of the installation. */
  recognisesErased?: true
  params?: Params
  query?: Query
  body?: Body
  /** Absent: there is no answer (204). */
  out?: Out
  /** The answer describes the new object (201). */
  creates?: true
  /** The largest body, if more than others take. */
  bodyBytes?: number
  /** The body is a file. */
  upload?: true
  /** The answer is a file (fileAction()). */
  file?: true
  /** The values of the answer whose change If-Match notices. */
  tag?(out: z.output<Out>): unknown
  /** The change is made by ifUnchanged(). */
  readsIfMatch?: true
  run(call: ActionCall, input: ActionInput<Params, Query, Body>): Promise<z.input<Out>>
}

/** Types are kept, so that callers in commands and in the console are typed by the table. */
export const action = <
  const Route extends RouteName,
  const Words extends string = never,
  Params extends z.ZodType = typeof NOTHING,
  Query extends z.ZodType = typeof NOTHING,
  Body extends z.ZodType = z.ZodUndefined,
  Out extends z.ZodType = z.ZodVoid,
>(
  entry: Action<Route, Words, Params, Query, Body, Out>,
): Action<Route, Words, Params, Query, Body, Out> => entry

export type AnyAction = Action<RouteName, string, z.ZodType, z.ZodType, z.ZodType, z.ZodType>

export const NOTHING = z.strictObject({})

/** An action of a table by its route. */
export type ActionOf<Actions extends readonly AnyAction[], Route extends string> = Extract<
  Actions[number],
  { route: Route }
>

type Part<Name extends string, Schema extends z.ZodType> =
  z.input<Schema> extends Record<string, never> | undefined
    ? { [N in Name]?: undefined }
    : Partial<z.input<Schema>> extends z.input<Schema>
      ? { [N in Name]?: z.input<Schema> }
      : { [N in Name]: z.input<Schema> }

/** The input of a caller: the parts that the action reads, as its schemas take them. */
export type CallInput<A> =
  A extends Action<RouteName, string, infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never

export type AnswerOf<A> =
  A extends Action<RouteName, string, z.ZodType, z.ZodType, z.ZodType, infer Out>
    ? z.output<Out>
    : never

/** The output of the schemas of an action. */
export type ReadInput<A> =
  A extends Action<RouteName, string, infer Params, infer Query, infer Body, z.ZodType>
    ? ActionInput<Params, Query, Body>
    : never

/** Calls an action by its route, typed by the table: `call('GET /lists/:listId', { params })`. */
export type CallOf<Actions extends readonly AnyAction[]> = <Route extends Actions[number]['route']>(
  route: Route,
  input: CallInput<ActionOf<Actions, Route>>,
) => Promise<AnswerOf<ActionOf<Actions, Route>>>

/** The words of a command without its arguments: `list add`. */
export const wordsOf = (command: string): string => command.split(' <')[0]!

type RequestPart = 'path' | 'query' | 'body'

/** The value as its schema makes it. Refuses another one, and names the wrong fields. */
export function checked(schema: z.ZodType, given: unknown, part: RequestPart): unknown {
  const judged = withoutRows(schema, given)
  if (!hasZero(judged)) return shaped(schema, given, part)
  const zeros = zerosIn(judged, MOST_ERRORS)
  const ofZeros = zeros.map(path => ({ path, detail: detailed('text-zero') }))
  throw refusing([...ofZeros, ...violationsBeside(schema, given, zeros)], part)
}

/** The same of a row of a body that was checked. */
export const checkedRow = <Row extends z.ZodType>(schema: Row, given: unknown): z.output<Row> =>
  checked(schema, given, 'body') as z.output<Row>

function shaped(schema: z.ZodType, given: unknown, part: RequestPart): unknown {
  const read = schema.safeParse(given, READING)
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue?.code === 'custom' && issue.params?.asking)
    throw notByHidden([part, ...issue.path].join('.'))
  throw refusing(read.error.issues.slice(0, MOST_ERRORS).map(violationOfIssue), part)
}

function refusing(violations: readonly Violation[], part: RequestPart): ApiProblem {
  const errors = violations
    .slice(0, MOST_ERRORS)
    .map(({ path, detail }) => ({ field: [part, ...path].join('.'), ...detail }))
  const { field, code, values, detail } = errors[0]!
  return new ApiProblem('not-valid', {
    field,
    code,
    values,
    detail: `${field}: ${detail}`,
    errors,
  })
}

/** The output of the schemas for raw input. */
export const checkedInput = (
  { params = NOTHING, query = NOTHING, body }: AnyAction,
  given: { params?: unknown; query?: unknown; body?: unknown },
): ActionInput<z.ZodType, z.ZodType, z.ZodType> => ({
  params: checked(params, given.params ?? {}, 'path'),
  query: checked(query, given.query ?? {}, 'query'),
  body: body && checked(body, given.body ?? {}, 'body'),
})

/** The answer, checked as its schema says. */
export const answerTo = async (
  { run, out }: AnyAction,
  call: ActionCall,
  input: ActionInput<z.ZodType, z.ZodType, z.ZodType>,
): Promise<unknown> => {
  const made = await run(call, input)
  return out?.parse(made)
}
