/** Test emails by a relay. */
import { z } from 'zod'
import { reported } from '../../domain/details/details.ts'
import type { Stage } from '../../mail/smtp/verdict.ts'
import { action } from '../action.ts'
import { Sentence } from '../sentences.ts'
import { Certificate } from '../server-certificate.ts'
import { withRules } from '../value-problems.ts'
import { causes, email } from '../values.ts'
import { stepsOf, tryRoute, violationsOfRouteTest } from './route-test.ts'

const STAGES = [
  'waiting',
  'connect',
  'greeting',
  'ehlo',
  'starttls',
  'auth',
  'mail',
  'rcpt',
  'data',
  'content',
  'dot',
] as const satisfies readonly Stage[]

const params = z.strictObject({ route: z.string().min(1).max(100) })

/** For the account whose first list it is sent from by default. */
export const relayTests = [
  action({
    route: 'POST /installation/routes/:route/test',
    right: 'operate',
    about: 'Hand one real email to a relay, and tell what it answers.',
    commands: ['route test'],
    params,
    body: withRules(
      z.strictObject({
        to: email.describe('Who gets the email.'),
        from: email.optional().describe('Who it is from; by default the sender of the first list.'),
      }),
      violationsOfRouteTest,
    ),
    out: z.object({
      relay: z.string(),
      notes: z.array(Sentence),
      from: z.string(),
      to: z.string(),
      signedBy: z.array(z.string()),
      outcome: z.string(),
      stage: z.string(),
      code: z.int(),
      text: z.string(),
      causes,
      encrypted: z.boolean(),
      certificate: Certificate,
      steps: z
        .array(z.object({ step: z.enum(STAGES), passed: z.boolean() }))
        .describe('Up to the step whose answer decided.'),
    }),
    async run({ db, account, relays: settings, rendering }, { params: { route: which }, body }) {
      const means = await rendering()
      const asked = { ...body, route: which }
      const tried = await tryRoute(db, settings, means, account.id, asked)
      const { verdict, state, notes, reached: _, ...sent } = tried
      const { causes = [], ...answer } = verdict
      return {
        ...sent,
        ...answer,
        notes: notes.map(note => reported(note)),
        causes: [...causes],
        encrypted: state.encrypted,
        certificate: state.certificate,
        steps: stepsOf(tried),
      }
    },
  }),
] as const
