/** Words of all codes of the service, in German: a code without them does not compile. */
import type { DetailWords } from '../detail-words.ts'
import { firstDetails } from './first-details.ts'
import { laterDetails } from './later-details.ts'

export const everyDetail = { ...firstDetails, ...laterDetails } satisfies Required<DetailWords>
