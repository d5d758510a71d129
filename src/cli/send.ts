/**
 * `pennypost send`: sends a newsletter to a list, now or at a set time, or as a test. `pennypost
 * sending` manages it from then on.
 */
import type { Command } from 'commander'
import { listMeant } from '../actions/newsletters/newsletter-preview.ts'
import { WrongContent } from '../actions/newsletters/writing/content-check.ts'
import { readFunnel } from '../actions/sendings/audience-funnel.ts'
import { type SendReceipt, sendTest, sendToList } from '../actions/sendings/send-newsletter.ts'
import type { Store } from '../db/db.ts'
import { DEFAULT_ZONE, shownTime } from '../domain/sendings/due-time.ts'
import type { Config } from '../settings/config.ts'
import { serviceOrigin } from '../settings/service-origin.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { count } from './long-work.ts'
import { withRendering } from './newsletter-preview.ts'
import { relaysOf } from './secret.ts'
import { type AudienceOptions, orderOf, withAudience } from './send-options.ts'
import { emailCount, facts, report } from './sending-report.ts'
import { watchSending } from './sending-watch.ts'

interface SendOptions extends AccountOption, AudienceOptions {
  newsletter: number
  at?: string
  zone?: string
  test?: string
  testTo?: string[]
  count?: boolean
  wait?: boolean
  local?: boolean
  anyway?: boolean
}

export function register(command: Command, context: Context): void {
  withAudience(
    withAccount(command).requiredOption(
      '--newsletter <id>',
      'which newsletter',
      idOf('newsletter'),
    ),
  )
    .option('--at <time>', 'not now, but then: "2026-11-22 09:00", 2026-11-22T09:00+01:00')
    .option(
      '--zone <zone>',
      `the zone of that time: +01:00 or a name like Europe/Stockholm; otherwise ${DEFAULT_ZONE}`,
    )
    .option('--test <group>', 'test emails, to a test group instead of the list')
    .option('--test-to <address...>', 'test emails, to at most 20 addresses')
    .option('--count', 'only count who would get it now, and who not for which reason')
    .option('--wait', 'wait until it is sent, and print progress')
    .option(
      '--local',
      'allow links that only this machine can follow, where the relay is on this machine too',
    )
    .option(
      '--anyway',
      'also with something wrong in it, or from an address whose provider lets no other server send',
    )
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
  $ pennypost send --newsletter 3 --list 1 --filter 2 --filter 5
  $ pennypost send --newsletter 3 --list 1 --list 4 --not-list 7 --count
  $ pennypost send --newsletter 3 --variant subject="Sow now" --variant subject="It is time"
  $ pennypost send --newsletter 3 --resend 12 --without opened
  $ pennypost send --newsletter 3 --test office
  $ pennypost send --newsletter 3 --test-to ada@example.com bo@example.com`,
    )
    .action((options: SendOptions) => send(context, options))
}

async function send(context: Context, options: SendOptions): Promise<void> {
  const isTest = (options.test ?? options.testTo) !== undefined
  if (isTest && options.at !== undefined)
    throw new CommandFailed('Test emails are sent immediately: omit --at.')
  const { filter, variant, resend } = options
  if (isTest && (filter ?? variant ?? resend) !== undefined)
    throw new CommandFailed(
      'Test emails are sent to all of those: omit --filter, --variant and --resend.',
    )
  if (options.count) return countPeople(context, options)
  if (options.zone !== undefined && options.at === undefined)
    throw new CommandFailed('--zone says how --at is meant: give that too.')
  const config = context.config()
  await forAccount(context, options, async (db, account) => {
    const { receipt, sentence } = await made(db, config, account.id, options).catch(withAdvice)
    const { id, sandbox, waitsForWorkers, warning, shell = '' } = receipt
    if (warning !== null) context.progress(`${warning} ${shell}`.trimEnd())
    const say = options.json || options.wait ? context.progress : context.print
    say(sentence)
    if (sandbox) say(`The sandbox keeps its emails: ${serviceOrigin(config.http)}/sandbox`)
    if (waitsForWorkers)
      context.progress(
        'No worker is running: it is sent when Pennypost is started with ROLES=all or ' +
          'ROLES=worker.',
      )
    if (!options.wait) {
      if (options.json) context.printJson({ id })
      else context.print(`To watch it: pennypost sending show ${id} --watch`)
      return
    }
    const ended = await watchSending(db, account.id, id, { progress: context.progress })
    if (options.json) context.printJson(facts(ended))
    else for (const line of report(ended)) context.print(line)
    if (ended.state === 'cancelled') throw new CommandFailed(`Sending ${id} was cancelled.`)
  })
}

async function made(
  db: Store,
  config: Config,
  accountId: number,
  options: SendOptions,
): Promise<{ receipt: SendReceipt; sentence: string }> {
  const { newsletter: newsletterId, at, zone, test, testTo, filter, local, anyway } = options
  const relays = relaysOf(db, config)
  const audience = orderOf(options)
  const order = { newsletterId, list: audience.list, local, anyway }
  if (test !== undefined || testTo !== undefined) {
    const to = { group: test, emails: testTo }
    const receipt = await sendTest(db, relays, accountId, { ...order, ...to })
    const whom = [...(test === undefined ? [] : [`the test group ${test}`]), ...(testTo ?? [])]
    const sentence = `Sending ${receipt.id}: ${emailCount(receipt.messages)} to ${whom.join(', ')}.`
    return { receipt, sentence }
  }
  const whole = { ...order, ...audience, at, zone }
  const receipt = await withRendering(db, config, rendering =>
    sendToList(db, { relays, rendering }, accountId, whole),
  )
  const time = shownTime(receipt.dueAt, receipt.zone)
  const held = options.hold ? `is sent in ${options.hold} seconds` : 'is sent now'
  const when = at === undefined ? held : `is sent at ${time}`
  const { id } = receipt
  const undo = options.hold ? ` To undo it until then: pennypost sending undo ${id}` : ''
  const by = filter === undefined ? '' : `, to those who match ${filtersIn(filter)}`
  const what = `newsletter ${newsletterId} ${when} to list ${receipt.listId}`
  return { receipt, sentence: `Sending ${id}: ${what}${by}.${undo}` }
}

function withAdvice(error: unknown): never {
  if (!(error instanceof WrongContent)) throw error
  throw new CommandFailed(`${error.message} To send it all the same: --anyway`, { cause: error })
}

async function countPeople(context: Context, options: SendOptions): Promise<void> {
  const { list, moreLists, excludedLists, filterIds, resend, zoneField } = orderOf(options)
  const funnel = await forAccount(context, options, async (db, account) => {
    const listId = await listMeant(db, account.id, options.newsletter, list)
    const order = { listId, moreLists, excludedLists, filterIds, resend }
    return readFunnel(db, account.id, order, zoneField)
  })
  if (options.json) return context.printJson(funnel)
  const row = (what: string, people: number) =>
    context.print(`${what.padEnd(24)}${count(people).padStart(12)}`)
  row(resend ? 'Recipients' : 'On the lists', funnel.members)
  for (const { reason, people } of funnel.leftOut) row(`  ${reason}`, -people)
  row('Will get it', funnel.willGet)
  for (const { zone, people } of funnel.zones ?? []) row(`  ${zone ?? 'no zone'}`, people)
  if (funnel.farMore)
    context.print(
      `Sendings to this list usually reach ${count(funnel.usual!)}: ` +
        `give --expected ${funnel.willGet}.`,
    )
}

function filtersIn(ids: number[]): string {
  const each = [...new Set(ids)]
  return each.length === 1
    ? `filter ${each[0]}`
    : `filters ${each.slice(0, -1).join(', ')} and ${each.at(-1)}`
}
