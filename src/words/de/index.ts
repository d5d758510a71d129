/** All words for sentences of the service, in German. */
import type { ServiceWords } from '../service-words.ts'
import { dns } from './dns.ts'
import { doctor } from './doctor.ts'
import { everyDetail } from './every-detail.ts'
import { findings } from './findings.ts'
import { flow } from './flow.ts'
import { importReasons } from './import-reasons.ts'
import { problems } from './problems.ts'
import { remedies } from './remedies.ts'
import { roles } from './roles.ts'
import { leftOut, standstills } from './standstills.ts'

export const german: ServiceWords = {
  details: everyDetail,
  problems,
  findings,
  dns,
  doctor,
  importReasons,
  roles,
  standstills,
  leftOut,
  flow,
  remedies,
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
}
