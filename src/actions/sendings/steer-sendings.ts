/** Sendings on their way: paused, resumed, confirmed, cancelled, tried again. */
import { z } from 'zod'
import {
  cancelSending,
  confirmRest,
  confirmSending,
  pauseSending,
  RETRYABLE,
  resumeSending,
  retrySending,
} from '../../domain/sendings/steer-sending.ts'
import { action } from '../action.ts'
import { httpAction } from '../http/http-action.ts'
import { asking } from '../mask.ts'
import { refuseMessagesToNowhere } from '../relays/known-routes.ts'
import { id } from '../values.ts'
import { local } from './sendings.ts'

const params = z.strictObject({ sendingId: id })

const reach = z.strictObject({ local })

/** Of a list of accepted emails; longer ones are for the command. */
const MOST_ACCEPTED = 10_000

export const sendingSteering = [
  action({
    route: 'POST /sendings/:sendingId/pause',
    right: 'send',
    about: 'Hand over no further email until it is resumed; it holds within two seconds.',
    command: 'sending pause',
    params,
    out: z.object({ onTheirWay: z.int().describe('Emails that may still be sent, at most.') }),
    run: ({ db, account }, { params: { sendingId } }) => pauseSending(db, account.id, sendingId),
  }),
  action({
    route: 'POST /sendings/:sendingId/resume',
    right: 'send',
    about: 'Let a paused sending go on.',
    command: 'sending resume',
    params,
    body: reach,
    async run({ db, account, relays }, { params: { sendingId }, body }) {
      await refuseMessagesToNowhere(db, relays, body.local)
      await resumeSending(db, account.id, sendingId)
    },
  }),
  httpAction({
    route: 'POST /sendings/:sendingId/confirm',
    right: 'send',
    about:
      'Let a sending go after all that waits for a word: it was overdue, or the store ' +
      'was restored.',
    commands: ['sending confirm'],
    params,
    body: reach.extend({
      accepted: asking(z.array(z.string().max(500)).max(MOST_ACCEPTED).default([])).describe(
        'Message-IDs or addresses of emails that the relay has taken: not sent again.',
      ),
    }),
    out: z.object({
      marked: z.int().describe('Emails of the list that count as sent.'),
      known: z.int().describe('Emails of the list that had an outcome already.'),
      others: z.int().describe('What is no email of this sending.'),
    }),
    async run({ db, account, services }, { params: { sendingId }, body: { accepted, local } }) {
      await refuseMessagesToNowhere(db, services.relays, local)
      const { keyOf } = services
      const names = async function* () {
        yield* accepted
      }
      if (accepted.length > 0) return confirmRest(db, account.id, sendingId, { names, keyOf })
      await confirmSending(db, account.id, sendingId)
      return { marked: 0, known: 0, others: 0 }
    },
  }),
  action({
    route: 'POST /sendings/:sendingId/cancel',
    right: 'send',
    about: 'Cancel a sending: emails not handed over are withdrawn; it holds within two seconds.',
    command: 'sending cancel',
    params,
    out: z.object({ withdrawn: z.int(), onTheirWay: z.int() }),
    run: ({ db, account }, { params: { sendingId } }) => cancelSending(db, account.id, sendingId),
  }),
  action({
    route: 'POST /sendings/:sendingId/retry',
    right: 'send',
    about:
      'Try the emails of a sending again that failed, and no others; deferred ones before their ' +
      'time. Uncertain ones may have arrived.',
    command: 'sending retry',
    params,
    body: reach.extend({
      states: z
        .array(z.enum(RETRYABLE))
        .min(1)
        .max(RETRYABLE.length)
        .default(['failed', 'bounced'])
        .describe(`Which emails: ${RETRYABLE.join(', ')}; by default failed and bounced.`),
    }),
    out: z.object({ emails: z.int() }),
    async run({ db, account, relays }, { params: { sendingId }, body: { states, local } }) {
      await refuseMessagesToNowhere(db, relays, local)
      return { emails: await retrySending(db, account.id, sendingId, states) }
    },
  }),
] as const
