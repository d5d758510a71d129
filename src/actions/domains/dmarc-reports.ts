/** Reports of receivers on sender domains. */
import { z } from 'zod'
import { REPORT_DAYS } from '../../domain/receiver-reports/keep-report.ts'
import { action } from '../action.ts'
import { moment } from '../values.ts'
import { domain } from './domains.ts'
import { receiverReports } from './receiver-reports.ts'
import { readDomain } from './sender-dns.ts'

const reporters = z.array(z.string())

const DmarcFigures = z.object({
  reports: z.int(),
  emails: z.int(),
  passed: z.int().describe('DKIM or SPF passed, aligned with the domain in From.'),
  reporters: z.array(
    z.object({ reporter: z.string(), reports: z.int(), emails: z.int(), passed: z.int() }),
  ),
  failed: z
    .array(
      z.object({
        source: z.string().describe('The address that sent them; empty: those beyond the limit.'),
        headerFrom: z.string(),
        disposition: z.string().describe('What the receiver did: none, quarantine, reject.'),
        dkim: z.boolean(),
        spf: z.boolean(),
        checks: z.string().describe('dkim example.com pass, spf example.org fail'),
        signedBy: z.string().nullable().describe('Whose valid signature, not aligned, is there.'),
        emails: z.int(),
        reporters,
      }),
    )
    .describe('The most emails first.'),
})

const TlsFigures = z.object({
  reports: z.int(),
  sessions: z.int(),
  failed: z.int(),
  failures: z.array(
    z.object({
      policy: z.string().describe('sts, tlsa or no-policy-found'),
      failure: z.string(),
      mx: z.string(),
      sessions: z.int(),
      reporters,
    }),
  ),
})

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
      domains: z.array(z.object({ domain: z.string(), dmarc: DmarcFigures, tls: TlsFigures })),
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
      return { domains: figures, unreadable: unreadable.slice(-100) }
    },
  }),
] as const
