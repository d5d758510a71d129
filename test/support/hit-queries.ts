/** The counts of a sending's hits and purchases, read straight from its tables. */

import { many } from '../../src/db/query.ts'
import type { Cells } from '../../src/db/statement.ts'

interface OfSource {
  accountId: number
  sourceKind: number
  sourceId: number
}

/** Kind "view", and kind "click" for each link and, as link 0, for all of them. */
export const totalsOfSource = many<OfSource, ReturnType<typeof total>>(
  {
    name: 'test.totalsOfSource',
    again: true,
    text: `select kind, link, by_all, by_people, messages from hit_totals
      where account_id = $1 and source_kind = $2::smallint and source_id = $3
      order by kind desc, link`,
  },
  ['accountId', 'sourceKind', 'sourceId'],
  total,
)

function total([kind, link, byAll, byPeople, messages]: Cells) {
  return {
    kind: kind!,
    link: Number(link),
    byAll: Number(byAll),
    byPeople: Number(byPeople),
    messages: Number(messages),
  }
}

interface Page extends OfSource {
  kind: string
  afterAt: string
  afterId: number
  untilAt: string
  /** Not only hits of people. */
  everybody: boolean
  most: number
}

/** A page of hits in the order of their times, continued behind the last one. */
export const hitsOfSource = many<Page, ReturnType<typeof hit>>(
  {
    name: 'test.hitsOfSource',
    again: true,
    text: `select at, id, delivery_id, link, verdict, reason from hits
      where account_id = $1 and source_kind = $2::smallint and source_id = $3 and kind = $4
        and (at, id) > ($5::timestamptz, $6::bigint) and at < $7::timestamptz
        and ($8::boolean or verdict in ('person', 'image proxy'))
      order by at, id limit $9::int`,
  },
  [
    'accountId',
    'sourceKind',
    'sourceId',
    'kind',
    'afterAt',
    'afterId',
    'untilAt',
    'everybody',
    'most',
  ],
  hit,
)

function hit([at, id, deliveryId, link, verdict, reason]: Cells) {
  return {
    at: at!,
    id: Number(id),
    deliveryId: Number(deliveryId),
    link: Number(link),
    verdict: verdict!,
    reason: reason!,
  }
}

/** Purchases by link and currency. */
export const conversionsOfSource = many<OfSource, ReturnType<typeof conversion>>(
  {
    name: 'test.conversionsOfSource',
    again: true,
    text: `select link, currency, closures, value from conversion_totals
      where account_id = $1 and source_kind = $2::smallint and source_id = $3
      order by link, currency`,
  },
  ['accountId', 'sourceKind', 'sourceId'],
  conversion,
)

function conversion([link, currency, closures, value]: Cells) {
  return {
    link: Number(link),
    currency: currency!,
    closures: Number(closures),
    value: value!,
  }
}
