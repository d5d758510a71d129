/** The sample: made-up subscribers, a newsletter, and its emails in the sandbox. */
import { z } from 'zod'
import { id } from '../../../actions/values.ts'
import { findSample, removeSample } from '../../../domain/sample/keep-sample.ts'
import { sampleToSandbox } from '../../../use-cases/sample.ts'
import { route } from '../route.ts'

const count = z.int()

export const sample = [
  route({
    method: 'GET',
    path: '/sample',
    right: 'read',
    about: 'The list of the sample; null: there is none.',
    out: z.object({ listId: id.nullable() }),
    run: async ({ db, account }) => ({ listId: (await findSample(db, account.id)) ?? null }),
  }),
  route({
    method: 'POST',
    path: '/sample',
    right: 'send',
    about: 'Make a list of 1,000 made-up subscribers and a newsletter, and send it to the sandbox.',
    commands: ['sample add'],
    out: z.object({ listId: id, newsletterId: id, sendingId: id, people: count }),
    creates: true,
    run: ({ db, account, services }) => sampleToSandbox(db, services.relays, account.id),
  }),
  route({
    method: 'DELETE',
    path: '/sample',
    right: 'send',
    about: 'Take the sample away, and nothing else.',
    commands: ['sample remove'],
    out: z.object({
      ...{ lists: count, people: count, newsletters: count, sendings: count, messages: count },
    }),
    run: ({ db, account }) => removeSample(db, account.id),
  }),
]
