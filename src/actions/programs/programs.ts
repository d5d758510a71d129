/** Programs that call the web service or the APIs: their calls, failures and exchanges. */
import { z } from 'zod'
import { BINDINGS } from '../../domain/programs/bindings.ts'
import {
  forgetProgram,
  type ProgramOnBoard,
  programBoard,
  programDetails,
  renameProgram,
} from '../../domain/programs/board.ts'
import { CLIENT_KINDS, kindOf, titleOf } from '../../domain/programs/client.ts'
import { unofferedOperations } from '../../domain/programs/programs.sql.ts'
import { noSuch } from '../../domain/refusal.ts'
import { type ActionCall, action } from '../action.ts'
import { id, moment } from '../values.ts'
import { ApiCallEnd, Exchange } from './exchanges.ts'

const end = ApiCallEnd.describe('How calls ended; empty: they succeeded.')

const Program = z.object({
  id,
  title: z.string().describe('Its name, else that of its key, else its kind, else its network.'),
  kind: z.string().describe('Its kind with its version, as people know it; empty: not known.'),
  name: z.string().nullable().describe('Null: it has no name.'),
  keyName: z.string().nullable().describe('Its API key; null: it has none, or it was revoked.'),
  client: z.enum(CLIENT_KINDS).describe('Its kind, by its User-Agent.'),
  version: z.string().describe('As its last call told it; empty: not told.'),
  binding: z
    .enum([...BINDINGS, ''])
    .describe('How it calls; empty: programs beyond the bound together.'),
  network: z.string().describe('Where it calls from, with a key: called last. A /24 or a /48.'),
  first: moment,
  last: moment,
  calls: z.int().describe('In 24 hours, as the next two.'),
  failed: z.int(),
  within95: z.int().nullable().describe('95 % of its calls took so many milliseconds at most.'),
  days: z
    .array(z.object({ day: z.iso.date(), calls: z.int(), failed: z.int() }))
    .describe('The last 14 days (UTC), the oldest first.'),
  silence: z
    .object({ since: moment, days: z.int() })
    .nullable()
    .describe('It did not call on a day on which it was expected.'),
  failing: z
    .object({ operation: z.string(), outcome: end, calls: z.int(), since: moment.nullable() })
    .nullable()
    .describe('What began to fail in 24 hours.'),
})

export type ProgramAnswer = z.output<typeof Program>

const Unoffered = z.object({
  operation: z.string().describe('Empty: a name that is none of an operation.'),
  programId: id,
  calls: z.int(),
  first: moment,
  last: moment,
})

const params = z.strictObject({ programId: id })

const answered = ({ silence, failing, client, binding, revoked, ...program }: ProgramOnBoard) => ({
  ...program,
  title: titleOf({ ...program, client }),
  kind: kindOf({ ...program, client }),
  client: client as ProgramAnswer['client'],
  binding: binding as ProgramAnswer['binding'],
  silence: silence ?? null,
  failing: failing ? { ...failing, outcome: failing.outcome as ApiCallEnd } : null,
})

async function detailsOf({ db, account }: ActionCall, programId: number) {
  const found = await programDetails(db, account.id, programId)
  if (!found) throw noSuch('no-such-program', programId)
  return {
    program: answered(found.program),
    operations: found.operations.map(({ outcome, ...row }) => ({
      ...row,
      outcome: outcome as ApiCallEnd,
    })),
    exchanges: found.exchanges.map(({ at, exchange }) => ({ at, ...JSON.parse(exchange) })),
  }
}

const Details = z.object({
  program: Program,
  operations: z
    .array(z.object({ operation: z.string(), outcome: end, calls: z.int(), last: moment }))
    .describe('Of 14 days.'),
  exchanges: z.array(Exchange).describe('The last ones, redacted before they were stored.'),
})

export const programs = [
  action({
    route: 'GET /programs',
    right: 'read',
    about: 'The programs that call: their calls, failures, and whether one fell silent.',
    command: 'program list',
    out: z.object({
      items: z.array(Program),
      unoffered: z.array(Unoffered).describe('Operations that they call and that do not exist.'),
    }),
    async run({ db, account }) {
      const items = await programBoard(db, account.id)
      return {
        items: items.map(answered),
        unoffered: await unofferedOperations(db, { accountId: account.id }),
      }
    },
  }),
  action({
    route: 'GET /programs/:programId',
    right: 'read',
    about: 'One program: its operations, how their calls ended, and its last exchanges.',
    command: 'program show',
    params,
    out: Details,
    run: (call, { params }) => detailsOf(call, params.programId),
  }),
  action({
    route: 'PATCH /programs/:programId',
    right: 'own',
    about: 'Name a program.',
    command: 'program name <name>',
    params,
    body: z.strictObject({
      name: z.string().trim().max(100).describe('What you call it; empty: no name.'),
    }),
    out: Program,
    async run(call, { params: { programId }, body }) {
      const name = body.name === '' ? null : body.name
      if (!(await renameProgram(call.db, call.account.id, programId, name)))
        throw noSuch('no-such-program', programId)
      return (await detailsOf(call, programId)).program
    },
  }),
  action({
    route: 'DELETE /programs/:programId',
    right: 'own',
    about: 'Forget a program and its calls. It comes back when it calls again.',
    command: 'program forget',
    params,
    async run({ db, account }, { params: { programId } }) {
      if (!(await forgetProgram(db, account.id, programId)))
        throw noSuch('no-such-program', programId)
    },
  }),
] as const
