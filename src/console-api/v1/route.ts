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
import type { ApiFile, HttpCall, VisitorCall } from '../../actions/http/http-action.ts'
import type { Right } from '../../domain/members/rights.ts'

export type ApiCall = HttpCall
export type ConditionalCall = HttpCall

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
  actions.map(({ route: name, command, commands = [], readsIfMatch = false, run, ...entry }) => {
    const [method, path] = name.split(' ') as [Method, string]
    const derived = command === undefined ? [] : [wordsOf(command)]
    return {
      ...erased({ ...entry, method, path, commands: [...derived, ...commands] }),
      right: entry.right,
      confirmed: entry.confirmed ?? false,
      personal: entry.personal ?? false,
      billing: entry.billing ?? false,
      file: entry.file ?? false,
      readsIfMatch,
      run,
      // Its function takes the call of a visitor: visitorAction().
      visit: run as unknown as ApiRoute['visit'],
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
