/** Reports of receivers on sender domains. */
import { z } from 'zod'
import { REPORT_DAYS } from '../../domain/receiver-reports/keep-report.ts'
import { action } from '../action.ts'
import { moment } from '../values.ts'
import { domain } from './domains.ts'
import { receiverReports } from './receiver-reports.ts'
import { readDomain } from './sender-dns.ts'

export const dmarcReports = [
  action({
    route: 'GET /installation/receiver-reports',
    installation: true,
    right: 'operate',
    about: 'What receivers report on domains: DMARC, and TLS. Anybody can send a report.',
    command: 'dns reports <domain>',
    query: z.strictObject({
      domain: domain.optional().describe('Only of this domain and those below it.'),
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(REPORT_DAYS)
        .default(30)
        .describe(`Of how many days, at most ${REPORT_DAYS}.`),
    }),
    out: z.object({
      domains: z.array(z.looseObject({ domain: z.string() })),
      unreadable: z.array(
        z.object({
          reporter: z.string(),
          kind: z.string(),
          trouble: z.string(),
          receivedAt: moment,
        }),
      ),
    }),
    async run({ db }, { query: { domain: given, days } }) {
      const { domains: figures, unreadable } = await receiverReports(
        db,
        given === undefined ? '' : readDomain(given),
        days,
      )
      return { domains: figures.map(one => ({ ...one })), unreadable: unreadable.slice(-100) }
    },
  }),
] as const
