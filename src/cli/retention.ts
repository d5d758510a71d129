/** `pennypost retention ...`: how long data is kept, and what another setting would free. */

import type { Command } from 'commander'
import { retention } from '../actions/installation/retention.ts'
import { size } from '../lib/size.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'

const sized = (bytes: number | null): string => (bytes === null ? 'not known' : size(bytes))

export function register(group: Command, context: Context): void {
  derive(group, context, retention, {
    'retention list': {
      examples: ['retention list'],
      text({ items }, { print }) {
        for (const { setting, value, unit, source, sentence, bytes } of items)
          print(`${setting}  ${value} ${unit} (${source}), ${sized(bytes)}: ${sentence}`)
      },
    },
    'retention preview <keep>': {
      examples: ['retention preview LEDGER_KEEP_MONTHS 12', 'retention preview EVENT_KEEP_DAYS 90'],
      text({ setting, value, unit, bytes, freed }, { print }) {
        print(`${setting} is ${value} ${unit}; its data takes ${sized(bytes)}.`)
        if (freed === null) return print('What it would free could not be read in time.')
        const error = freed.error === 0 ? '' : `, ± ${sized((bytes ?? 0) * freed.error)}`
        const rows = freed.rows === null ? '' : ` and ${count(freed.rows)} rows`
        print(`It would free about ${sized(freed.bytes)}${error}${rows}.`)
      },
    },
  })
}
