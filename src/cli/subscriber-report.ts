/** The data of a subscriber as text. */
import { detailed } from '../domain/details/details.ts'
import type { PersonExport } from '../domain/privacy/export-person.ts'
import { detailText, recordedText } from './language.ts'
import { count, counted } from './long-work.ts'

const row = (title: string, value: string | number): string => `${`${title}:`.padEnd(15)}${value}`

/** Number of emails shown; an export has all of them. */
const LATEST = 10

export function personLines(known: PersonExport): string[] {
  if (known.erased)
    return [
      `${known.email} was erased after opting out, and is kept out.`,
      ...messageLines(known),
      ...otherLines(known),
    ]
  return [
    ...subscriberLines(known),
    ...optOutLines(known),
    ...listLines(known),
    ...messageLines(known),
    ...otherLines(known),
    'Everything, as JSON: pennypost subscriber export ADDRESS',
  ]
}

function subscriberLines({ email, subscriber }: PersonExport): string[] {
  if (!subscriber) return [row('Address', email), 'No subscriber has this address.']
  const { id, name, format, countryCode, phone, created, updated, fields } = subscriber
  const lines = [row('Address', email), row('Subscriber', id)]
  if (name !== '') lines.push(row('Name', name))
  lines.push(row('Emails as', format === 'html' ? 'HTML' : 'text'))
  if (countryCode !== '') lines.push(row('Country', countryCode))
  if (phone !== '') lines.push(row('Phone', phone))
  lines.push(row('Known since', created), row('Changed', updated))
  for (const [field, value] of Object.entries(fields)) lines.push(row(field, oneLine(value)))
  if (subscriber.undeliverable)
    lines.push(
      row(
        'Undeliverable',
        `since ${subscriber.undeliverable} ${subscriber.undeliverableReason ?? ''}`.trimEnd(),
      ),
    )
  if (subscriber.complained) lines.push(row('Complained', subscriber.complained))
  return lines
}

function optOutLines({ optOut, subscriber }: PersonExport): string[] {
  if (optOut) return [row('Opted out', `${optOut.created}  ${oneLine(optOut.reason)}`.trimEnd())]
  return subscriber?.optedOut ? [row('Opted out', subscriber.optedOut)] : []
}

function listLines({ lists, subscriber }: PersonExport): string[] {
  if (lists.length === 0) return subscriber ? [row('Lists', 'none')] : []
  return [
    'Lists:',
    ...lists.map(({ id, name, subscribed, unsubscribed, unsubscribedBy, unsubscribeReason }) => {
      const since =
        unsubscribed === null
          ? `since ${subscribed}`
          : `unsubscribed ${unsubscribed} (${unsubscribedBy ?? 'unknown'})  ${oneLine(unsubscribeReason ?? '')}`.trimEnd()
      return `  ${String(id).padStart(6)}  ${name}, ${since}`
    }),
  ]
}

function messageLines({ deliveries }: PersonExport): string[] {
  if (deliveries.length === 0) return [row('Emails', 'none')]
  const more = deliveries.length > LATEST ? `, the latest ${LATEST}:` : ':'
  return [
    `Emails:       ${count(deliveries.length)}${more}`,
    ...deliveries
      .slice(-LATEST)
      .map(({ sendingId, subject, state, reply, reason, changed, test }) => {
        const said = oneLine(recordedText(reply ?? reason ?? '')).slice(0, 100)
        return (
          `  sending ${sendingId}${test ? ' (test)' : ''}  ${changed ?? '-'}  ${state}  ` +
          `${oneLine(subject)}${said && `  [${said}]`}`
        )
      }),
  ]
}

function otherLines({
  sandboxMessages,
  testGroups,
  imports,
  engagements,
  bounces,
  messages,
  sms,
  smsOptOuts,
  transactions,
  triggerMessages,
  triggers,
}: PersonExport): string[] {
  const lines: string[] = []
  if (sandboxMessages.length > 0)
    lines.push(row('Sandbox', `${count(sandboxMessages.length)} kept`))
  if (testGroups.length > 0) lines.push(row('Test groups', testGroups.join(', ')))
  const [views, clicks] = [
    sum(engagements.map(one => one.views)),
    sum(engagements.map(one => one.clicks)),
  ]
  if (views + clicks > 0) lines.push(row('Seen', seen(views, clicks)))
  for (const { received, kind, class: sort, reply } of bounces.slice(-LATEST))
    lines.push(
      row(
        'Came back',
        `${received}  ${kind} (${sort})  ${oneLine(reply ?? '').slice(0, 100)}`.trimEnd(),
      ),
    )
  if (transactions.length > 0)
    lines.push(
      row(
        'Transactions',
        `${count(transactions.length)}: pennypost transaction list --email ADDRESS`,
      ),
    )
  for (const { triggerName, entered, step, ended, ending } of triggers.slice(-LATEST))
    lines.push(
      row(
        'Trigger',
        `${triggerName}, since ${entered}: ${ended === null ? `at ${step}` : `${ending} ${ended}`}`,
      ),
    )
  if (triggerMessages.length > 0)
    lines.push(row('Of triggers', counted(triggerMessages.length, 'email')))
  if (sms.length > 0) lines.push(row('SMS', count(sms.length)))
  for (const { number, created, reason } of smsOptOuts)
    lines.push(row('No SMS', `${number}, since ${created}  ${oneLine(reason)}`.trimEnd()))
  if (messages.length > 0) lines.push(row('Mail about them', counted(messages.length, 'message')))
  for (const { id, file, created, did, before, rejectedRows } of imports) {
    const what = did.length > 0 ? did.join(', ') : `${count(rejectedRows)} rejected`
    lines.push(
      row(
        `Import ${id}`,
        `${created}  ${what}${before ? ', former values kept for undo' : ''}  ${file}`,
      ),
    )
  }
  return lines
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

const seen = (opens: number, clicks: number): string =>
  detailText(detailed('person-did', { opens, clicks })).replace(/\.$/, '')
