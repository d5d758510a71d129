/** The headers X-Pennypost-...: project, tags and other values that a message has no field for. */
import { tidied } from '../domain/text.ts'
import {
  MAX_METADATA,
  MAX_METADATA_NAME,
  MAX_TAG,
  MOST_METADATA,
  MOST_TAGS,
} from '../domain/transactions/checks/check-email.ts'
import type { NewEmail } from '../domain/transactions/emails/prepare-email.ts'
import { parseInstant } from '../lib/instant.ts'
import { jsonObjectIn } from '../lib/json.ts'
import { decodedWords } from '../mail/mime/decode.ts'
import type { HeaderFields } from '../mail/mime/structure.ts'
import { MessageRefused } from './replies.ts'

const OWN = 'x-pennypost-'
/** Of one of them, encoded; more than its limits need. */
const LONGEST = 100_000

type OwnValues = Pick<NewEmail, 'tags' | 'metadata' | 'trackOpens' | 'trackClicks' | 'sendAt'> & {
  project: string | undefined
  identifier: string | undefined
}

/** What each says. Throws MessageRefused. */
const READERS: Record<string, (value: string) => Partial<OwnValues>> = {
  project: value => ({ project: value }),
  identifier: value => ({ identifier: value }),
  tags(value) {
    const tags = value
      .split(',')
      .map(tag => tag.trim())
      .filter(tag => tag !== '')
    if (tags.length > MOST_TAGS || tags.some(tag => tag.length > MAX_TAG))
      throw wrong('Tags', `takes ${MOST_TAGS} tags of ${MAX_TAG} characters`)
    return { tags: tidied(tags) }
  },
  metadata: value => ({ metadata: metadataIn(value) }),
  'track-opens': value => ({ trackOpens: isYes(value, 'Track-Opens') }),
  'track-clicks': value => ({ trackClicks: isYes(value, 'Track-Clicks') }),
  'send-at'(value) {
    const sendAt = value.length > 40 ? undefined : parseInstant(value)
    if (!sendAt) throw wrong('Send-At', 'is a moment in ISO 8601')
    return { sendAt }
  },
}

const wrong = (name: string, rule: string) =>
  new MessageRefused(`550 5.6.0 X-Pennypost-${name} ${rule}`)

function isYes(value: string, name: string): boolean {
  if (!/^(?:yes|no)$/i.test(value)) throw wrong(name, 'is yes or no')
  return value.toLowerCase() === 'yes'
}

/** Each at most once. Throws MessageRefused for one that is unknown or wrong. */
export function readOwnHeaders(fields: HeaderFields): OwnValues {
  const values: OwnValues = {
    project: undefined,
    identifier: undefined,
    tags: [],
    metadata: {},
    trackOpens: false,
    trackClicks: false,
    sendAt: undefined,
  }
  for (const [field, given] of fields) {
    if (!isOwnHeader(field)) continue
    const name = field.slice(OWN.length)
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
    if (!read) throw new MessageRefused(`550 5.6.0 There is no header ${field}`)
    if (given.length > 1) throw new MessageRefused(`550 5.6.0 The header ${field} is given twice`)
    if (given[0]!.length > LONGEST)
      throw new MessageRefused(`550 5.6.0 The header ${field} is too long`)
    Object.assign(values, read(decodedWords(given[0]!).trim()))
  }
  return values
}

export const isOwnHeader = (field: string): boolean => field.startsWith(OWN)

/** A JSON object of texts. */
function metadataIn(value: string): Record<string, string> {
  const rule = `takes a JSON object of ${MOST_METADATA} texts of ${MAX_METADATA} characters`
  const read = jsonObjectIn(value)
  const pairs = Object.entries(read ?? {})
  const fits =
    read !== undefined &&
    pairs.length <= MOST_METADATA &&
    pairs.every(
      ([name, text]) =>
        name.length <= MAX_METADATA_NAME && typeof text === 'string' && text.length <= MAX_METADATA,
    )
  if (!fits) throw wrong('Metadata', rule)
  return tidied(read as Record<string, string>)
}
