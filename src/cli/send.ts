/**
 * `pennypost send`: sends a newsletter to a list, now or at a set time, or as a test. `pennypost
 * sending` manages it from then on.
 */
import type { Command } from 'commander'
import type { CallOf } from '../actions/action.ts'
import { audiences } from '../actions/sendings/audiences.ts'
import { sendings } from '../actions/sendings/sendings.ts'
import { shownTime } from '../domain/sendings/audience/due-time.ts'
import { clockText } from '../lib/local-time.ts'
import { serviceOrigin } from '../settings/service-origin.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { acting, callOf, inStore } from './derived/acting.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { leftOutText, refusalText, remedyText } from './language.ts'
import { count } from './long-work.ts'
import { type AudienceOptions, withAudience } from './send-options.ts'
import { emailCount, facts, report } from './sending-report.ts'
import { watchSending } from './sending-watch.ts'

const ACTIONS = [...sendings, ...audiences] as const

interface SendOptions extends AccountOption, AudienceOptions {
  count?: boolean
  wait?: boolean
}

export function register(command: Command, context: Context): void {
  const orderOf = withAudience(withAccount(command))
  const recipientsOf = takes(command, actionOf(sendings, 'POST /sendings/tests'), {
    values: ['group', 'emails'],
    flags: { group: 'test', emails: 'test-to' },
    several: ['emails'],
  })
  command
    .option('--count', 'only count who would get it now, and who not for which reason')
    .option('--wait', 'wait until it is sent, and print progress')
    .addHelpText(
      'after',
      `
The newsletter is sent as it is now, to the subscribers of the list at the time it is sent. \
The emails are handed over by the
service (pennypost start). Without SMTP_URL and routes the sandbox keeps them: see /sandbox in \
the browser.

Examples:
  $ pennypost send --newsletter 3 --list 1 --wait
  $ pennypost send --newsletter 3 --at "2026-11-22 09:00" --zone Europe/Stockholm
  $ pennypost send --newsletter 3 --list 1 --best-hour --count
  $ pennypost send --newsletter 3 --list 1 --filter 2 --filter 5
  $ pennypost send --newsletter 3 --list 1 --list 4 --not-list 7 --count
  $ pennypost send --newsletter 3 --variant subject="Sow now" --variant subject="It is time"
  $ pennypost send --newsletter 3 --resend 12 --without opened
  $ pennypost send --newsletter 3 --test office
  $ pennypost send --newsletter 3 --test-to ada@example.com bo@example.com`,
    )
    .action((options: SendOptions) =>
      send(context, options, { ...orderOf(options), test: recipientsOf(options) }),
    )
}

type Order = ReturnType<ReturnType<typeof withAudience>> & {
  test: { group?: string | undefined; emails?: string[] | undefined }
}

async function send(
  context: Context,
  options: SendOptions,
  { test, ...order }: Order,
): Promise<void> {
  const isTest = (test.group ?? test.emails) !== undefined
  if (isTest && order.at !== undefined)
    throw new CommandFailed('Test emails are sent immediately: omit --at.')
  const { filterIds, split, resendOf } = order
  if (isTest && (filterIds ?? split ?? resendOf) !== undefined)
    throw new CommandFailed(
      'Test emails are sent to all of those: omit --filter, --variant and --resend.',
    )
  if (options.count) return countPeople(context, options, order)
  if (order.zone !== undefined && order.at === undefined)
    throw new CommandFailed('--zone says how --at is meant: give that too.')
  await inStore(context, ACTIONS, options, async here => {
    const call = callOf(ACTIONS, here) as Call
    const { receipt, sentence } = await (isTest
      ? testSent(call, { ...order, test })
      : sent(call, order)
    ).catch(withAdvice)
    const { id, sandbox, waitsForWorkers, warning, remedy } = receipt
    if (warning !== null) context.progress(`${warning} ${remedy ?? ''}`.trimEnd())
    const say = options.json || options.wait ? context.progress : context.print
    say(sentence)
    if (sandbox)
      say(`The sandbox keeps its emails: ${serviceOrigin(context.config().http)}/sandbox`)
    if (waitsForWorkers)
      context.progress(
        'No worker is running: it is sent when Pennypost is started with ROLES=all or ' +
          'ROLES=worker.',
      )
    if (!options.wait) {
      if (options.json) context.printJson(receipt)
      else context.print(`To watch it: pennypost sending show ${id} --watch`)
      return
    }
    const ended = await watchSending(here.db, here.account.id, id, { progress: context.progress })
    if (options.json) context.printJson(facts(ended))
    else for (const line of report(ended)) context.print(line)
    if (ended.state === 'cancelled') throw new CommandFailed(`Sending ${id} was cancelled.`)
  })
}

type Call = CallOf<typeof ACTIONS>

async function testSent(call: Call, { newsletterId, listIds, local, anyway, test }: Order) {
  const { group, emails } = test
  const body = { newsletterId, listId: listIds?.[0], local, anyway, group, emails }
  const receipt = await call('POST /sendings/tests', { body })
  const whom = [...(group === undefined ? [] : [`the test group ${group}`]), ...(emails ?? [])]
  const sentence = `Sending ${receipt.id}: ${emailCount(receipt.messages)} to ${whom.join(', ')}.`
  return { receipt, sentence }
}

async function sent(call: Call, order: Omit<Order, 'test'>) {
  const receipt = await call('POST /sendings', { body: order })
  const { id, listId, dueAt, zone } = receipt
  const isHeld = order.at === undefined && order.holdSeconds !== 0
  const held = isHeld ? `is sent in ${order.holdSeconds} seconds` : 'is sent now'
  const when = order.at === undefined ? held : `is sent at ${shownTime(dueAt, zone)}`
  const undo = isHeld ? ` To undo it until then: pennypost sending undo ${id}` : ''
  const by = order.filterIds ? `, to those who match ${filtersIn(order.filterIds)}` : ''
  const what = `newsletter ${order.newsletterId} ${when} to list ${listId}`
  return { receipt, sentence: `Sending ${id}: ${what}${by}.${undo}` }
}

async function withAdvice(error: unknown): Promise<never> {
  const { WrongContent } = await import('../actions/newsletters/writing/content-check.ts')
  if (!(error instanceof WrongContent)) throw error
  const said = refusalText(error, error.message)
  throw new CommandFailed(`${said} ${remedyText('anyway', '--anyway')}`, { cause: error })
}

async function countPeople(
  context: Context,
  options: SendOptions,
  order: Omit<Order, 'test'>,
): Promise<void> {
  const { newsletterId, listIds, excludedListIds, filterIds, resendOf, repeat } = order
  const { at, zone, zoneField, bestHour, sharePerDay, anyHour } = order
  const who = { newsletterId, listIds, excludedListIds, filterIds, resendOf, repeat }
  const body = { ...who, at, zone, zoneField, bestHour, sharePerDay, anyHour }
  const funnel = await acting(context, options, audiences, call =>
    call('POST /audiences', { body }),
  )
  if (options.json) return context.printJson(funnel)
  const row = (what: string, people: number) =>
    context.print(`${what.padEnd(24)}${count(people).padStart(12)}`)
  row(resendOf ? 'Recipients' : 'On the lists', funnel.members)
  for (const { reason, people } of funnel.leftOut) row(`  ${leftOutText(reason)}`, -people)
  row('Will get it', funnel.willGet)
  for (const { zone, people } of funnel.zones ?? []) row(`  ${zone ?? 'no zone'}`, people)
  const { plan } = funnel
  if (plan?.bestHour) {
    const { own, others, hour } = plan.bestHour
    row('  at their best hour', own)
    row(hour === null ? '  at the start' : `  others at ${clockText(hour * 60)}`, others)
  }
  for (const { at: from, people } of plan?.moments ?? []) row(`  from ${from}`, people)
  if (plan?.quiet && plan.waits > 0) row(`  wait until ${plan.quiet.until}`, plan.waits)
  if (funnel.farMore)
    context.print(
      `Sendings to this list usually reach ${count(funnel.usual!)}: ` +
        `give --expected ${funnel.willGet}.`,
    )
}

function filtersIn(ids: readonly (number | string)[]): string {
  const each = [...new Set(ids)]
  return each.length === 1
    ? `filter ${each[0]}`
    : `filters ${each.slice(0, -1).join(', ')} and ${each.at(-1)}`
}
