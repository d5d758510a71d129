/**
 * `pennypost sending ...`: the state of sendings, and pausing, resuming, cancelling and confirming
 * them. `pennypost send` makes them.
 */
import { type Command, InvalidArgumentError } from 'commander'
import { sendingLive } from '../actions/sendings/sending-live.ts'
import { sendings } from '../actions/sendings/sendings.ts'
import { sharedReportActions } from '../actions/sendings/shared-reports.ts'
import { sendingSteering } from '../actions/sendings/steer-sendings.ts'
import { hitsOf } from '../domain/reports/hits-of-sending.ts'
import { abTestOf } from '../domain/reports/sendings/ab-results.ts'
import { languagesOf } from '../domain/reports/sendings/by-language.ts'
import { sendingOfReport } from '../domain/reports/sendings/figures.ts'
import { shownTime } from '../domain/sendings/audience/due-time.ts'
import { sendingProgress } from '../domain/sendings/progress.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { actionOf } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'
import { registerConfirm } from './sending-confirm.ts'
import { registerRecipients } from './sending-recipients.ts'
import {
  emailCount,
  facts,
  hitFacts,
  hitLines,
  languageLines,
  openMessages,
  report,
  testLines,
  UNTRACKED,
} from './sending-report.ts'
import { watchSending } from './sending-watch.ts'

interface ShowOptions extends AccountOption {
  watch?: boolean
}

/** People count variants from 1. */
function variantOf(text: string): number {
  if (!/^[1-5]$/.test(text)) throw new InvalidArgumentError('Variants are numbered from 1 to 5.')
  return Number(text) - 1
}

export function register(sending: Command, context: Context): void {
  const one = (name: string) =>
    withAccount(sending.command(name).argument('<id>', 'which sending', idOf('sending')))

  one('show')
    .option('--watch', 'wait until it has ended, and print progress')
    .description(actionOf(sendings, 'GET /sendings/:sendingId').about)
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost sending show 5\n  $ pennypost sending show 5 --watch',
    )
    .action((id: number, options: ShowOptions) => show(context, id, options))

  derive(sending, context, [...sendings, ...sendingSteering], {
    'sending list': {
      examples: ['sending list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          return print(
            'There are no sendings yet. To make one: pennypost send --newsletter ID --list ID',
          )
        print(
          `${'Id'.padStart(6)}  State         Emails  Time                     Newsletter, to list`,
        )
        for (const { id, state, planned, dueAt, zone, name, listName } of items) {
          const time = shownTime(new Date(dueAt), zone)
          const number = planned === null ? '' : count(planned)
          print(
            `${String(id).padStart(6)}  ${state.padEnd(11)}  ${number.padStart(7)}  ` +
              `${time.padEnd(23)}  ${name}, to ${listName || '(deleted)'}`,
          )
        }
      },
    },
    'sending pause': {
      examples: ['sending pause 5'],
      beside: (_, { call, given: { params } }) => call('GET /sendings/:sendingId', { params }),
      text({ onTheirWay }, { print, given: { params } }) {
        const id = params.sendingId
        print(
          `Sending ${id} is paused${onTheirWayText(onTheirWay)}. To go on: ` +
            `pennypost sending resume ${id}`,
        )
      },
    },
    'sending resume': {
      examples: ['sending resume 5'],
      beside: (_, { call, given: { params } }) => call('GET /sendings/:sendingId', { params }),
      text: (_, { print, given: { params } }) => print(`Sending ${params.sendingId} is running.`),
    },
    'sending cancel': {
      examples: ['sending cancel 5'],
      async ask({ call, given: { params } }) {
        const progress = await call('GET /sendings/:sendingId', { params })
        const open = emailCount(openMessages(progress))
        return {
          facts: `Sending ${params.sendingId} is ${progress.state}; ${open} of it wait.`,
          what: 'Cancel it',
        }
      },
      beside: (_, { call, given: { params } }) => call('GET /sendings/:sendingId', { params }),
      text({ withdrawn, onTheirWay }, { print, given: { params } }) {
        const way = onTheirWayText(onTheirWay)
        print(`Sending ${params.sendingId} is cancelled; ${emailCount(withdrawn)} withdrawn${way}.`)
      },
    },
    'sending retry': {
      notes: `\
Deferred emails are tried before their time. Uncertain ones may have arrived: name them only if a
second copy does less harm than none.`,
      examples: ['sending retry 5 --states failed', 'sending retry 5 --states deferred'],
      beside: (_, { call, given: { params } }) => call('GET /sendings/:sendingId', { params }),
      text({ emails }, { print, given: { params, body } }) {
        const id = params.sendingId
        print(
          emails === 0
            ? `Nothing in sending ${id} is ${body.states.join(' or ')}.`
            : `${emailCount(emails)} of sending ${id} will be tried again.`,
        )
      },
    },
  })
  derive(sending, context, sharedReportActions, {
    'sending share': {
      examples: ['sending share 5', 'sending share 5 --days 7'],
      text({ url, expires }, { print }) {
        print(url)
        print(`It leads to the report until ${expires}.`)
      },
    },
    'sending shares': {
      examples: ['sending shares 5'],
      text({ items }, { print, given: { params } }) {
        if (items.length === 0)
          return print(`To make a link: pennypost sending share ${params.sendingId}`)
        for (const { id, url, expires } of items) print(`${id}  until ${expires}  ${url}`)
      },
    },
    'sending unshare': {
      examples: ['sending unshare 5 1'],
      text: (_, { print, given: { params } }) =>
        print(`Link ${params.shareId} to the report leads nowhere now.`),
    },
  })
  derive(sending, context, sendingLive, {
    'sending undo': {
      examples: ['sending undo 5'],
      text: (_, { print, given: { params } }) =>
        print(`Sending ${params.sendingId} is undone: nothing was sent.`),
    },
    'sending time <at>': {
      examples: ['sending time 5 "2026-11-22 09:00"'],
      text({ dueAt, zone }, { print, given: { params } }) {
        const time = shownTime(new Date(dueAt), zone)
        print(`Sending ${params.sendingId} is sent at ${time}.`)
      },
    },
    'sending winner <variant>': {
      notes: 'Variants are counted from 1.',
      read: { variant: variantOf },
      examples: ['sending winner 5 2'],
      text: (_, { print, given: { params, body } }) =>
        print(`The rest of sending ${params.sendingId} gets variant ${body.variant + 1}.`),
    },
    'sending rate <perMinute>': {
      examples: ['sending rate 5 600', 'sending rate 5 none'],
      text(_, { print, given: { params, body } }) {
        const id = params.sendingId
        print(
          body.perMinute === null
            ? `Sending ${id} has no limit of its own.`
            : `Sending ${id} sends at most ${body.perMinute} emails a minute.`,
        )
      },
    },
  })
  registerConfirm(one('confirm'), context)
  registerRecipients(one('recipients'), context)
}

/** Emails that the relay has already, or may get before the workers notice the stop. */
const onTheirWayText = (most: number): string =>
  most === 0 ? '' : `; up to ${emailCount(most)} ${most === 1 ? 'is' : 'are'} still on their way`

async function show(context: Context, id: number, options: ShowOptions): Promise<void> {
  const { progress, hits, test, languages } = await forAccount(
    context,
    options,
    async (db, account) => ({
      progress: await (options.watch
        ? watchSending(db, account.id, id, { progress: context.progress })
        : sendingProgress(db, account.id, id)),
      hits: await hitsOf(db, account.id, id),
      test: await abTestOf(db, account.id, id),
      languages: await languagesOf(db, account.id, await sendingOfReport(db, account.id, id)),
    }),
  )
  if (options.json) {
    const known = progress.tracked ? hitFacts(hits) : UNTRACKED
    return context.printJson({ ...facts(progress), ...known, abTest: test, languages })
  }
  const lines = [
    ...report(progress),
    ...hitLines(progress, hits),
    ...languageLines(languages),
    ...(test ? testLines(test) : []),
  ]
  for (const line of lines) context.print(line)
}
