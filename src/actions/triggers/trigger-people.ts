/** People at the steps of a trigger: who stands there, and how long they stay. */
import { z } from 'zod'
import { standingAt, staysOf } from '../../domain/triggers/people/step-people.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { personalText } from '../mask.ts'
import { bigId, id, moment, pageOf, paging } from '../values.ts'

const Standing = z.object({
  subscriberId: bigId,
  email: z.string().nullable().describe('Null for an erased subscriber.'),
  name: personalText.nullable(),
  entry: z.int().describe('Which time the subscriber entered.'),
  version: z.int().describe('The version that they go by.'),
  since: moment.describe('When they came to the step.'),
  due: moment.describe('When the step is looked at again: a wait ends then at the latest.'),
})

const Stay = z.object({
  step: z.string(),
  stays: z.int().describe('So many were looked at.'),
  medianSeconds: z.int().describe('Half of them had stayed no longer.'),
  longestSeconds: z.int(),
})

const params = z.strictObject({ triggerId: id })

const place = z.tuple([z.int(), z.int()])

export const triggerPeople = [
  action({
    route: 'GET /triggers/:triggerId/people',
    right: 'read',
    about: 'Who stands at a step of a trigger; those first who go on first.',
    command: 'trigger people',
    params,
    query: z.strictObject({
      step: z.string().min(1).max(200).describe('The name of the step.'),
      ...paging,
    }),
    out: pageOf(Standing),
    async run({ db, account }, { params: { triggerId }, query: { step, after, limit } }) {
      const [micros, id] = placeOf(after, place) ?? []
      const from = micros !== undefined && id !== undefined ? { after: { micros, id } } : {}
      const most = limit + 1
      const rows = await standingAt(db, account.id, triggerId, { step, ...from, most })
      return cut(rows, limit, row => [row.micros, row.subscriberId])
    },
  }),
  action({
    route: 'GET /triggers/:triggerId/stays',
    right: 'read',
    about:
      'How long subscribers stayed at each step of a trigger: the median, and the longest. Of more ' +
      'than 10,000 runs by a sample of so many.',
    command: 'trigger stays',
    params,
    out: z.object({ items: z.array(Stay).describe('Steps that somebody has left.') }),
    run: async ({ db, account }, { params: { triggerId } }) => ({
      items: await staysOf(db, account.id, triggerId),
    }),
  }),
] as const
