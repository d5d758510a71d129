/** All strings of the console in Swedish. */

import type { DetailWords } from '../../../words/detail-words.ts'
import { findings } from '../../../words/sv/findings.ts'
import { firstDetails } from '../../../words/sv/first-details.ts'
import { importReasons } from '../../../words/sv/import-reasons.ts'
import { problems } from '../../../words/sv/problems.ts'
import type { Catalogue } from '../../texts/language.tsx'
import { auditFields } from './audit-fields.ts'
import { auditValues } from './audit-values.ts'
import { auditWords } from './audit-words.ts'
import { blocked } from './blocked.ts'
import { common } from './common.ts'
import { composer } from './composer.ts'
import { deliverability } from './deliverability.ts'
import { emails } from './emails.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'
import { forms } from './forms.ts'
import { home } from './home.ts'
import { importSources } from './import-sources.ts'
import { imports } from './imports.ts'
import { lists } from './lists.ts'
import { measuring } from './measuring.ts'
import { media } from './media.ts'
import { newNewsletter } from './new-newsletter.ts'
import { overTime } from './over-time.ts'
import { palette } from './palette.ts'
import { people } from './people.ts'
import { preferences } from './preferences.ts'
import { published } from './published.ts'
import { quietHours } from './quiet-hours.ts'
import { relays } from './relays.ts'
import { report } from './report.ts'
import { send } from './send.ts'
import { sendings } from './sendings.ts'
import { setup } from './setup.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { testEmails } from './test-emails.ts'
import { triggers } from './triggers.ts'
import { utm } from './utm.ts'

const details: DetailWords = { ...firstDetails }
const dns: Catalogue['dns'] = { parts: {}, words: {} }
// Refusals and DNS checks follow an act of the reader: their words need not delay the first page.
// Without the network, the service's own sentences stand there.
void import('../../../words/sv/later-details.ts').then(
  ({ laterDetails }) => Object.assign(details, laterDetails),
  () => undefined,
)
void import('../../../words/sv/dns.ts').then(
  later => Object.assign(dns, later.dns),
  () => undefined,
)

export const sv: Catalogue = {
  details,
  dns,
  findings,
  importReasons,
  problems,
  auditFields,
  auditValues,
  auditWords,
  blocked,
  composer,
  common,
  deliverability,
  emails,
  fields,
  filters,
  forms,
  home,
  importSources,
  imports,
  lists,
  measuring,
  quietHours,
  utm,
  media,
  newNewsletter,
  palette,
  overTime,
  people,
  preferences,
  published,
  relays,
  report,
  send,
  sendings,
  setup,
  team,
  templates,
  testEmails,
  triggers,
}
