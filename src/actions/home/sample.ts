/** The sample: made-up subscribers, a newsletter, and its emails in the sandbox. */

import { z } from 'zod'
import { findSample, removeSample } from '../../domain/sample/keep-sample.ts'
import { action } from '../action.ts'
import { id } from '../values.ts'
import { sampleToSandbox } from './make-sample.ts'

const count = z.int()

export const sample = [
  action({
    route: 'GET /sample',
    right: 'read',
    about: 'The list of the sample; null: there is none.',
    out: z.object({ listId: id.nullable() }),
    run: async ({ db, account }) => ({ listId: (await findSample(db, account.id)) ?? null }),
  }),
  action({
    route: 'POST /sample',
    right: 'send',
    about: 'Make a list of 1,000 made-up subscribers and a newsletter, and send it to the sandbox.',
    commands: ['sample add'],
    out: z.object({ listId: id, newsletterId: id, sendingId: id, people: count }),
    creates: true,
    run: ({ db, account, relays }) => sampleToSandbox(db, relays, account.id),
  }),
  action({
    route: 'DELETE /sample',
    right: 'send',
    about: 'Take the sample away, and nothing else.',
    command: 'sample remove',
    out: z.object({
      lists: count,
      people: count,
      newsletters: count,
      sendings: count,
      messages: count,
    }),
    run: ({ db, account }) => removeSample(db, account.id),
  }),
] as const
