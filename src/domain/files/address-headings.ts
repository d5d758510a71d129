/**
 * Headings of files of addresses, as mailing services export them: bounces, suppression lists,
 * people who unsubscribed. A new service needs a name here.
 */
import { unmarked } from '../../lib/csv-cell.ts'
import { columnOfAddresses, MOST_HEADING, plainHeading } from './columns.ts'
import { HEADINGS } from './form/headings.ts'

/** The facts of a row about an address. The text is as in the file. */
export interface AddressFacts {
  reason?: string
  since?: string
  until?: string
}

/** In lower case, without anything but letters and digits; the first one found in a file counts. */
const NAMES = {
  // Mailgun: address; Mailchimp, Postmark: Email Address; ours, SendGrid, Brevo: email.
  address: [...HEADINGS.email, 'address', 'recipientemail'],
  // Postmark: SuppressionReason, or Type; Mailgun: error.
  reason: [
    'reason',
    'suppressionreason',
    'bouncereason',
    'error',
    'type',
    'bouncetype',
    'details',
    'description',
    'status',
  ],
  // SendGrid: created; Mailgun: created_at; Brevo: blockedAt; SES: LastUpdateTime; Mailchimp:
  // CLEAN_TIME, UNSUB_TIME.
  since: [
    'since',
    'created',
    'createdat',
    'bouncedat',
    'blockedat',
    'lastupdatetime',
    'cleantime',
    'unsubtime',
    'suppressedat',
    'timestamp',
    'date',
    'lastchanged',
  ],
  until: ['until', 'expiresat'],
} as const

type AddressColumn = keyof typeof NAMES

/** The columns of a file, by their places. */
export type AddressColumns = Partial<Record<AddressColumn, number>> & { address: number }

/**
 * The columns that a row of headings names. If none is that of the addresses, or if there are no
 * headings, the rows show where those are; of a list without headings, as SES imports them, the
 * column after a first one with addresses is the reason.
 */
export function addressColumns(
  headings: readonly string[],
  rows: readonly { columns: readonly string[] }[],
): AddressColumns {
  const places = new Map<string, number>()
  for (const [place, heading] of headings.entries()) {
    if (heading.length > MOST_HEADING) continue
    const name = plainHeading(unmarked(heading))
    if (!places.has(name)) places.set(name, place)
  }
  const columns: AddressColumns = { address: columnOfAddresses(rows) ?? 0 }
  for (const column of Object.keys(NAMES) as AddressColumn[]) {
    const place = NAMES[column].map(name => places.get(name)).find(one => one !== undefined)
    if (place !== undefined) columns[column] = place
  }
  if (headings.length === 0 && columns.address === 0) columns.reason = 1
  return columns
}

/** The facts of a row, without empty ones. */
export function addressFacts(columns: readonly string[], places: AddressColumns): AddressFacts {
  const facts: AddressFacts = {}
  for (const fact of ['reason', 'since', 'until'] as const) {
    const place = places[fact]
    const text = place === undefined ? '' : (columns[place] ?? '').trim()
    if (text !== '') facts[fact] = unmarked(text)
  }
  return facts
}
