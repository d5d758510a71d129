/** `pennypost webhook ...`: receivers of events, and their deliveries. */

import type { Command } from 'commander'
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { webhooks } from '../actions/webhooks/webhooks.ts'
import { EVENT_KINDS } from '../domain/webhooks/event-kinds.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { counted } from './long-work.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, webhooks, {
    'webhook list': {
      examples: ['webhook list'],
      text({ items }, { print }) {
        if (items.length === 0)
          print('There are no webhooks. To add one: pennypost webhook add NAME --url ADDRESS')
        for (const { name, url, format, state, note, lastAnswer, ...counts } of items)
          print(
            `${name}  ${url}  ${formatOf(format)}${state}.${note === null ? '' : ` ${note}`}  ${countsOf(counts)}; ` +
              (lastAnswer === null ? 'nothing sent yet' : `last answer: ${lastAnswer}`),
          )
      },
    },
    'webhook add <name>': {
      secretUrl: 'Address that events are posted to: ',
      notes: `Events: ${Object.entries(EVENT_KINDS)
        .map(([kind, what]) => `\n  ${kind.padEnd(18)}${what}`)
        .join('')}

The URL may contain a secret, so without --url it is read from a prompt or standard input; \
it is stored encrypted.`,
      examples: [
        'webhook add shop --url https://shop.example.com/hooks/mail',
        'webhook add desk --format postmark --url https://desk.example.com/hooks/postmark',
        'webhook add crm --events subscribed,unsubscribed,opted-out < address.txt',
      ],
      text({ name, begins, ...key }, { print }) {
        print(
          `The webhook ${name} gets events from ${begins} on. To try it: pennypost webhook test ` +
            name,
        )
        print(secretOf(key))
      },
    },
    'webhook edit': {
      examples: [
        'webhook edit shop --events clicked,bounced',
        'webhook edit shop --url https://shop.example.com/hooks/new',
        'webhook edit shop --format sendgrid',
      ],
      text: ({ name, url, format, events }, { print }) =>
        print(`The webhook ${name} posts to ${url} (${format}): ${events.join(', ')}.`),
    },
    'webhook rotate': {
      examples: ['webhook rotate shop', 'webhook rotate shop --keep-hours 0'],
      text(key, { print, given: { body } }) {
        const both =
          body.keepHours === 0
            ? 'The old key signs nothing more.'
            : `The old key signs as well for ${body.keepHours} hours.`
        print(secretOf(key, `${both} `))
      },
    },
    'webhook test': {
      examples: ['webhook test shop'],
      failed: ({ ok, answer }) => (ok ? undefined : `The test event was not taken: ${answer}.`),
      text: ({ answer }, { print }) => print(`The test event was taken: ${answer}.`),
    },
    'webhook show': { examples: ['webhook show shop'], text: show },
    'webhook pause': {
      examples: ['webhook pause shop --reason "the shop moves"'],
      text: (_, { print, given: { params } }) => print(`The webhook ${params.webhook} is paused.`),
    },
    'webhook resume': {
      examples: ['webhook resume shop'],
      text: (_, { print, given: { params } }) => print(`The webhook ${params.webhook} is running.`),
    },
    'webhook remove': {
      examples: ['webhook remove shop'],
      async ask({ call, given: { params } }) {
        const { name, waiting } = await call('GET /webhooks/:webhook', { params })
        return {
          facts: `Its ${waiting} waiting events and its log go with it.`,
          what: 'Remove it',
          done: `The webhook ${name} is gone.`,
        }
      },
    },
    'webhook log': {
      examples: ['webhook log shop', 'webhook log shop --state dead --limit 100 --json'],
      text({ items }, { print }) {
        if (items.length === 0) print('There are no such events.')
        for (const { id, at, kind, subscriberId, state, attempts, answer, due } of items) {
          const whose = subscriberId === null ? '' : `  subscriber ${subscriberId}`
          const tries = `  ${counted(attempts, 'try', 'tries')}: ${answer}`
          const next = state === 'waiting' ? `  next ${due}` : ''
          print(`${id}  ${at}  ${kind}${whose}  ${state}${attempts === 0 ? '' : tries + next}`)
        }
      },
    },
    'webhook body': {
      examples: ['webhook body shop 1-42'],
      text: ({ body }, { print }) => print(JSON.stringify(body, null, 2)),
    },
    'webhook count': {
      examples: ['webhook count shop', 'webhook count shop --since 2026-11-20 --sent'],
      text: ({ events }, { print }) =>
        print(`${counted(events, 'event', 'events')} would be sent again.`),
    },
    'webhook replay': {
      examples: [
        'webhook replay shop',
        'webhook replay shop --event-id 1-42',
        'webhook replay shop --since 2026-11-20 --sent',
      ],
      text: ({ events }, { print }) =>
        print(
          events === 0
            ? 'There is no event to send again.'
            : `${counted(events, 'event is', 'events are')} sent again.`,
        ),
    },
  })
}

/** Ours is not named. */
const formatOf = (format: string): string => (format === 'pennypost' ? '' : `${format}  `)

type Counts = { waiting: number; sent: number; dead: number }

const countsOf = ({ waiting, sent, dead }: Counts): string =>
  `${waiting} waiting, ${sent} sent, ${dead} dead`

interface ShownKey {
  keyId: string
  secret: string
  standardSecret: string
  publicKey: string | null
}

const secretOf = ({ keyId, secret, standardSecret, publicKey }: ShownKey, both = ''): string =>
  `Events are signed with the key ${keyId}. ${both}Its secret is shown this once:\n\n  ${secret}\n\n` +
  `The same for a library of Standard Webhooks:\n\n  ${standardSecret}\n` +
  (publicKey === null ? '' : `\nThe public key for a library of SendGrid:\n\n  ${publicKey}\n`)

type Webhook = AnswerOf<ActionOf<typeof webhooks, 'GET /webhooks/:webhook'>>

function show(webhook: Webhook, { print }: { print(line: string): void }): void {
  const { state, note, lastAnswer, failuresInARow, heldUntil } = webhook
  print(`${webhook.name}  ${webhook.url}`)
  print(`Format:  ${webhook.format}`)
  print(`State:   ${state}${note === null ? '' : `. ${note}`}`)
  print(`Events:  ${webhook.events.join(', ')}; from ${webhook.begins} on`)
  print(`Counts:  ${countsOf(webhook)}`)
  print(
    `Answer:  ${lastAnswer === null ? 'nothing sent yet' : `${lastAnswer}, at ${webhook.answered}`}`,
  )
  if (failuresInARow > 0)
    print(`Fails:   ${failuresInARow} times in a row, since ${webhook.failingSince}`)
  if (heldUntil !== null) print(`Held:    until ${heldUntil}, then one event is tried`)
  for (const { id, made, ends, publicKey } of webhook.keys) {
    print(`Key:     ${id}, made ${made}${ends === null ? '' : `, signs until ${ends}`}`)
    if (publicKey !== null) print(`Public:  ${publicKey}`)
  }
}
