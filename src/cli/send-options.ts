/** Options of `pennypost send` about who gets it, how fast, and A/B tests. */
import { type Command, InvalidArgumentError } from 'commander'
import { abTest, resend } from '../actions/sendings/send-order.ts'
import { sendings } from '../actions/sendings/sendings.ts'
import { idOf } from './arguments.ts'
import { CommandFailed } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'

type Variant = ReturnType<typeof variant>[number]

export interface AudienceOptions {
  variant?: Variant[]
  resend?: number
}

const ORDER = actionOf(sendings, 'POST /sendings')
const RESEND = { ...ORDER, body: resend }
const AB_TEST = { ...ORDER, body: abTest }

const KEYS = {
  subject: 'subject',
  preheader: 'preheader',
  'from-name': 'fromName',
  from: 'fromEmail',
  newsletter: 'newsletterId',
  at: 'at',
} as const

function variant(
  text: string,
  variants: { [K in (typeof KEYS)[keyof typeof KEYS]]?: string }[] = [],
) {
  const [, name = '', value = ''] = /^([a-z-]{1,20})=(.*)$/s.exec(text) ?? []
  const key = KEYS[name as keyof typeof KEYS]
  if (!key)
    throw new InvalidArgumentError(`Write it as KEY=VALUE; keys: ${Object.keys(KEYS).join(', ')}.`)
  return [...variants, { [key]: value }]
}

/** Adds the options. Returns the reader of the order that they give. */
export function withAudience(command: Command) {
  const order = takes(command, ORDER, {
    values: [
      'newsletterId',
      'listIds',
      'excludedListIds',
      'filterIds',
      'repeat',
      'at',
      'zone',
      'zoneField',
      'bestHour',
      'sharePerDay',
      'anyHour',
      'perMinute',
      'holdSeconds',
      'expected',
      'local',
      'anyway',
    ],
    flags: {
      newsletterId: 'newsletter',
      listIds: 'list',
      excludedListIds: 'not-list',
      filterIds: 'filter',
      holdSeconds: 'hold',
    },
    read: {
      newsletterId: idOf('newsletter'),
      listIds: idOf('list'),
      excludedListIds: idOf('list'),
      filterIds: idOf('filter'),
      zoneField: text => Number(text.replace(/^DD/i, '')),
    },
  })
  const resent = takes(command, RESEND, {
    values: ['sendingId', 'without'],
    flags: { sendingId: 'resend' },
    optional: ['sendingId'],
    read: { sendingId: idOf('sending') },
  })
  command.option(
    '--variant <key=value>',
    `a variant of an A/B test, at least two: ${Object.keys(KEYS).join(', ')}`,
    variant,
  )
  const tested = takes(command, AB_TEST, {
    values: ['share', 'by', 'waitMinutes'],
    flags: { share: 'sample', waitMinutes: 'decide-after' },
  })
  return (options: AudienceOptions) => {
    const { variant: variants } = options
    const isTest = ['sample', 'by', 'decideAfter'].some(
      name => command.getOptionValueSource(name) === 'cli',
    )
    if (isTest && !variants)
      throw new CommandFailed('An A/B test has variants: --variant subject="..." at least twice.')
    const given: ReturnType<typeof order> & {
      resendOf?: ReturnType<typeof resent>
      split?: ReturnType<typeof tested> & { variants: Variant[] }
    } = order(options)
    if (options.resend !== undefined) given.resendOf = resent(options)
    if (variants) given.split = { ...tested(options), variants }
    return given
  }
}
