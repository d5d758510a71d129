/** All strings of the console in English, which the other languages have to match. */

import { details } from '../../../words/detail-words.ts'
import { dns } from '../../../words/dns-words.ts'
import { findings } from '../../../words/finding-words.ts'
import { importReasons } from '../../../words/import-reasons.ts'
import { problems } from '../../../words/problem-words.ts'
import { blocked } from '../../features/blocked/texts.ts'
import { composer } from '../../features/composer/texts.ts'
import { deliverability } from '../../features/deliverability/texts.ts'
import { emails } from '../../features/emails/texts.ts'
import { filters } from '../../features/filters/texts.ts'
import { forms } from '../../features/forms/texts.ts'
import { home } from '../../features/home/texts.ts'
import { importSources } from '../../features/imports/source-texts.ts'
import { imports } from '../../features/imports/texts.ts'
import { lists } from '../../features/lists/texts.ts'
import { newNewsletter } from '../../features/new-newsletter/texts.ts'
import { palette } from '../../features/palette/texts.ts'
import { preferences } from '../../features/preferences/texts.ts'
import { quietHours } from '../../features/quiet-hours/texts.ts'
import { report } from '../../features/report/texts.ts'
import { overTime } from '../../features/reports/texts.ts'
import { send } from '../../features/send/texts.ts'
import { team } from '../../features/team/texts.ts'
import { triggers } from '../../features/triggers/texts.ts'
import { utm } from '../../features/utm/texts.ts'
import { common } from '../../parts/texts.ts'
import { auditFields } from '../../shared/audit/field-texts.ts'
import { auditWords } from '../../shared/audit/texts.ts'
import { auditValues } from '../../shared/audit/value-texts.ts'
import { templates } from '../../shared/designs/texts.ts'
import { fields } from '../../shared/fields/texts.ts'
import { measuring } from '../../shared/measuring/texts.ts'
import { media } from '../../shared/media/texts.ts'
import { people } from '../../shared/people/texts.ts'
import { published } from '../../shared/published/texts.ts'
import { relays } from '../../shared/relays/texts.ts'
import { sendings } from '../../shared/sendings/texts.ts'
import { setup } from '../../shared/setup/texts.ts'
import { testEmails } from '../../shared/test-emails/texts.ts'

export const en = {
  auditFields,
  auditValues,
  auditWords,
  blocked,
  composer,
  common,
  details,
  dns,
  deliverability,
  emails,
  fields,
  filters,
  findings,
  forms,
  home,
  importReasons,
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
  problems,
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

type English = typeof en

declare module '../../texts/language.tsx' {
  interface Catalogue extends English {}
}
