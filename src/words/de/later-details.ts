/** Words of refusals that follow an act, in German: loaded after the first page of the console. */
import type { DetailWords } from '../detail-words.ts'
import { detailsOfCounts } from './details-of-counts.ts'
import { detailsOfPrograms } from './details-of-programs.ts'
import { detailsOfSms } from './details-of-sms.ts'
import { detailsOfSources } from './details-of-sources.ts'
import { detailsOfTemplates } from './details-of-templates.ts'
import { detailsOfValues } from './details-of-values.ts'

export const laterDetails = {
  ...detailsOfSources,
  ...detailsOfPrograms,
  ...detailsOfSms,
  ...detailsOfTemplates,
  ...detailsOfCounts,
  ...detailsOfValues,
} satisfies DetailWords
