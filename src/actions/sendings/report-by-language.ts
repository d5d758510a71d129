/** The report of a sending by the languages of its newsletter. */

import { z } from 'zod'
import { languagesOf } from '../../domain/reports/sendings/by-language.ts'
import { sendingOfReport } from '../../domain/reports/sendings/figures.ts'
import { action } from '../action.ts'
import { answeredCounts } from '../http/api-words.ts'
import { id } from '../values.ts'
import { Measured } from './sending-report.ts'

const LanguageRow = z.object({
  language: z.string().describe('Its code: sv.'),
  counts: answeredCounts.describe('Emails by state.'),
  opened: z.int().describe('People.'),
  clicked: z.int().describe('People.'),
  measured: Measured.describe('Of those delivered.'),
})

export const reportByLanguage = [
  action({
    route: 'GET /sendings/:sendingId/languages',
    right: 'read',
    about:
      'Outcomes, openers and clickers by language, the base first; none for a newsletter in one ' +
      'language, or once its people are removed.',
    params: z.strictObject({ sendingId: id }),
    out: z.object({ languages: z.array(LanguageRow) }),
    async run({ db, account }, { params: { sendingId } }) {
      const sending = await sendingOfReport(db, account.id, sendingId)
      return { languages: await languagesOf(db, account.id, sending) }
    },
  }),
] as const
