/** The steps from a new account to its first newsletter. */

import { z } from 'zod'
import { httpAction } from '../http/http-action.ts'
import { RecordedReasons } from '../sentences.ts'
import { id, moment } from '../values.ts'
import { readSetup } from './setup-steps.ts'

const Setup = z.object({
  relays: z
    .array(z.object({ name: z.string(), trouble: z.string().nullable(), causes: RecordedReasons }))
    .describe('None: the sandbox keeps all emails.'),
  trouble: z.string().nullable().describe('Why a relay would get no emails.'),
  domains: z.array(z.object({ domain: z.string(), lists: z.int(), signed: z.boolean() })),
  people: z.boolean(),
  newsletters: z.boolean(),
  sendings: z.boolean(),
  sampleListId: id.nullable(),
  origin: z.string().describe('What programs of an old service are pointed at.'),
  called: moment.nullable().describe('When a program last called, to the hour.'),
})

export type SetupAnswer = z.output<typeof Setup>

export const setup = [
  httpAction({
    route: 'GET /setup',
    right: 'read',
    about: 'Which of the first steps are done: relay, sender, people, newsletter, programs.',
    out: Setup,
    async run({ db, account, relays, origin }) {
      const { called = null, ...steps } = await readSetup(db, relays, account.id)
      return { ...steps, called, origin }
    },
  }),
] as const
