/** Options of `pennypost send` about who gets it, how fast, and A/B tests. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ListOrder } from '../actions/sendings/send-newsletter.ts'
import { CRITERIA, type Criterion } from '../domain/sendings/audience/options.ts'
import { idOf } from './arguments.ts'
import { CommandFailed } from './context.ts'

type Variant = NonNullable<ListOrder['split']>['variants'][number]

export interface AudienceOptions {
  list?: number[]
  notList?: number[]
  filter?: number[]
  resend?: number
  without?: 'opened' | 'clicked'
  zoneField?: number
  sharePerDay?: number
  perMinute?: number
  hold?: number
  expected?: number
  variant?: Variant[]
  sample?: number
  by?: Criterion
  wait?: boolean
  decideAfter?: number
}

const several =
  (what: string) =>
  (text: string, ids: number[] = []): number[] => [...ids, idOf(what)(text)]

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1
    if (number < least || number > most)
      throw new InvalidArgumentError(`A number from ${least} to ${most} is wanted.`)
    return number
  }

const field = (text: string): number => wholeNumber(1, 100)(text.replace(/^DD/i, ''))

const KEYS: Record<string, keyof Variant> = {
  subject: 'subject',
  preheader: 'preheader',
  'from-name': 'fromName',
  from: 'fromEmail',
  newsletter: 'newsletterId',
  at: 'at',
}

function variant(text: string, variants: Variant[] = []): Variant[] {
  const [, name = '', value = ''] = /^([a-z-]{1,20})=(.*)$/s.exec(text) ?? []
  const key = KEYS[name]
  if (!key)
    throw new InvalidArgumentError(`Write it as KEY=VALUE; keys: ${Object.keys(KEYS).join(', ')}.`)
  const given = key === 'newsletterId' ? idOf('newsletter')(value) : value
  return [...variants, { [key]: given }]
}

export const withAudience = (command: Command): Command =>
  command
    .option(
      '--list <id>',
      'to which list; several: to all of them, each person once; otherwise the one the newsletter ' +
        'is meant for',
      several('list'),
    )
    .option('--not-list <id>', 'nobody who is on this list; several: on any', several('list'))
    .option(
      '--filter <id>',
      'only those on the list who match this filter; several: who matches all',
      several('filter'),
    )
    .option('--resend <sending>', 'only to recipients of this sending', idOf('sending'))
    .addOption(
      new Option('--without <what>', 'of a resend: not to those who have done this')
        .choices(['opened', 'clicked'])
        .default('opened'),
    )
    .option(
      '--zone-field <number>',
      'at that time in the zone that this data field has of each subscriber',
      field,
    )
    .option('--share-per-day <percent>', 'a share of the audience each day', wholeNumber(1, 50))
    .option('--per-minute <number>', 'at most so many emails a minute', wholeNumber(1, 1_000_000))
    .option('--hold <seconds>', 'wait so long, so that it can be undone', wholeNumber(0, 3_600))
    .option(
      '--expected <number>',
      'how many will get it: wanted where that is far more than usual',
      wholeNumber(0, 999_999_999),
    )
    .option(
      '--variant <key=value>',
      `a variant of an A/B test, at least two: ${Object.keys(KEYS).join(', ')}`,
      variant,
    )
    .option(
      '--sample <percent>',
      'of an A/B test: the share of the audience that gets the variants (20)',
      wholeNumber(1, 100),
    )
    .addOption(new Option('--by <what>', 'of an A/B test: what decides (clicks)').choices(CRITERIA))
    .option(
      '--decide-after <minutes>',
      'of an A/B test: when the rest gets the winner (240)',
      wholeNumber(1, 43_200),
    )

/** As the order of a sending has it. */
export function orderOf({ variant: variants, ...options }: AudienceOptions) {
  const { list: [list, ...moreLists] = [], notList, filter, resend } = options
  if (!variants && (options.sample ?? options.by ?? options.decideAfter) !== undefined)
    throw new CommandFailed('An A/B test has variants: --variant subject="..." at least twice.')
  return {
    list,
    moreLists,
    excludedLists: notList,
    filterIds: filter,
    resend:
      resend === undefined
        ? undefined
        : { sendingId: resend, without: options.without ?? 'opened' },
    zoneField: options.zoneField,
    sharePerDay: options.sharePerDay,
    perMinute: options.perMinute,
    holdSeconds: options.hold,
    expected: options.expected,
    ...(variants && {
      split: {
        variants,
        share: options.sample ?? 20,
        by: options.by ?? 'clicks',
        waitMinutes: options.decideAfter ?? 240,
      },
    }),
  }
}
