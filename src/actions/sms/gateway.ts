/** The gateway that SMS are sent by, and the country of numbers without one. */

import { z } from 'zod'
import { checkSms, violationsOfSms } from '../../domain/sms/checks/check-sms.ts'
import { setSmsCountry, smsCountry } from '../../domain/sms/country.ts'
import { readSmsNumber, violationsOfSmsOptOut } from '../../domain/sms/opt-outs.ts'
import { forgetGateway } from '../../domain/sms/receipts/forget-gateway.ts'
import { findGateway } from '../../domain/sms/receipts/gateway.sql.ts'
import { action } from '../action.ts'
import { personalText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { withRules } from '../value-problems.ts'
import { moment } from '../values.ts'
import { number } from './opt-outs.ts'
import { tryGateway } from './try-gateway.ts'

const Country = z.object({
  country: z.string().nullable().describe('Null: such numbers get no SMS.'),
})

const Gateway = z
  .object({
    gateway: z
      .object({
        shown: z.string(),
        seenAt: moment,
        trouble: z.string().nullable().describe('Null: it takes SMS.'),
        causes: RecordedReasons,
      })
      .nullable()
      .describe('Null: the sandbox keeps SMS.'),
  })
  .meta({ id: 'SmsGateway' })

export const smsGateway = [
  action({
    route: 'GET /sms-country',
    right: 'read',
    about: 'The country of numbers whose subscriber has none. Without one they get no SMS.',
    commands: ['sms country'],
    out: Country,
    run: async ({ db, account }) => ({ country: await smsCountry(db, account.id) }),
  }),
  action({
    route: 'PUT /sms-country',
    right: 'own',
    about: 'Set that country, or with null none.',
    commands: ['sms country'],
    body: z.strictObject({
      country: z
        .string()
        .max(4)
        .nullable()
        .meta({ examples: ['SE'] }),
    }),
    out: Country,
    async run({ db, account }, { body }) {
      await setSmsCountry(db, account.id, body.country)
      return { country: await smsCountry(db, account.id) }
    },
  }),
  action({
    route: 'GET /sms-gateway',
    right: 'read',
    about: 'Whether SMS go to a gateway, and whether it takes them.',
    commands: ['sms gateway show'],
    out: z.object({
      state: z.enum(['none', 'takes', 'trouble']).describe('none: the sandbox keeps SMS.'),
    }),
    async run({ db }) {
      const known = await findGateway(db, {})
      if (!known) return { state: 'none' as const }
      return { state: known.trouble === null ? ('takes' as const) : ('trouble' as const) }
    },
  }),
  action({
    route: 'GET /installation/sms-gateway',
    installation: true,
    right: 'operate',
    about: 'The gateway that the processes use, and whether it takes SMS.',
    command: 'sms gateway show',
    out: Gateway,
    async run({ db }) {
      const known = await findGateway(db, {})
      return { gateway: known ? { ...known, causes: known.trouble } : null }
    },
  }),
  action({
    route: 'DELETE /installation/sms-gateway',
    installation: true,
    right: 'operate',
    about: 'Let processes without SMS_URL send SMS to the sandbox again.',
    command: 'sms gateway remove',
    run: async ({ db }) => void (await forgetGateway(db)),
  }),
  action({
    route: 'POST /installation/sms-gateway/try',
    installation: true,
    right: 'operate',
    about: 'Send one real SMS by the gateway of SMS_URL. It costs no credits of ours.',
    commands: ['sms test'],
    body: withRules(
      z.strictObject({
        ...number,
        text: z
          .string()
          .max(500)
          .default('An SMS to try the gateway. It arrived.')
          .describe('What it says.'),
        waitSeconds: z
          .int()
          .min(0)
          .max(60)
          .default(15)
          .describe('Seconds for the receipt, over SMPP.'),
      }),
      ({ text, ...to }) => [...violationsOfSmsOptOut(to), ...violationsOfSms({ text })],
    ),
    out: z.object({
      gateway: z.string(),
      number: personalText,
      segments: z.int(),
      outcome: z.string(),
      reply: z.string(),
      gatewayIds: z.array(z.string()),
      receipts: z.array(z.object({ state: z.string(), said: z.string() })),
    }),
    async run({ smsGateway }, { body: { number: given, country, text, waitSeconds } }) {
      const number = readSmsNumber(country, given)
      const checked = checkSms(text)
      const waitMillis = waitSeconds * 1000
      const tried = await tryGateway(smsGateway, { number, waitMillis, ...checked })
      const { outcome, reply, gatewayIds } = tried.verdict
      return {
        gateway: tried.shown,
        number,
        segments: checked.segmented.parts.length,
        outcome,
        reply,
        gatewayIds: [...gatewayIds],
        receipts: tried.receipts,
      }
    },
  }),
] as const
