/** Words of all codes of the service, in German: a code without them does not compile. */
import type { DetailWords } from '../detail-words.ts'
import { details } from './details.ts'
import { detailsOfAccounts } from './details-of-accounts.ts'
import { detailsOfConditions } from './details-of-conditions.ts'
import { detailsOfDefinitions } from './details-of-definitions.ts'
import { detailsOfFiles } from './details-of-files.ts'
import { detailsOfOutcomes } from './details-of-outcomes.ts'
import { detailsOfPassages } from './details-of-passages.ts'
import { detailsOfPrograms } from './details-of-programs.ts'
import { detailsOfRelays } from './details-of-relays.ts'
import { detailsOfServers } from './details-of-servers.ts'
import { detailsOfSms } from './details-of-sms.ts'
import { detailsOfDeliveries, detailsOfStops } from './details-of-stops.ts'
import { detailsOfTemplates } from './details-of-templates.ts'
import { detailsOfTodos } from './details-of-todos.ts'
import { detailsOfTriggers } from './details-of-triggers.ts'

export const everyDetail = {
  ...details,
  ...detailsOfAccounts,
  ...detailsOfConditions,
  ...detailsOfDefinitions,
  ...detailsOfFiles,
  ...detailsOfOutcomes,
  ...detailsOfPassages,
  ...detailsOfPrograms,
  ...detailsOfRelays,
  ...detailsOfServers,
  ...detailsOfSms,
  ...detailsOfStops,
  ...detailsOfDeliveries,
  ...detailsOfTemplates,
  ...detailsOfTodos,
  ...detailsOfTriggers,
} satisfies Required<DetailWords>
