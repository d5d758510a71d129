/** `pennypost complaints`: complaints by sending, list and route. */
import type { Command } from 'commander'
import { complaints } from '../actions/bounces/complaints.ts'
import { percent } from '../domain/bounces/complaint-rate.ts'
import { routes } from '../domain/routes/routes.sql.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, complaints, {
    'complaints show': {
      isDefault: true,
      examples: ['complaints show --since 2026-11-01'],
      async text({ items }, { print, here }) {
        if (items.length === 0) return print('Nothing was sent in that time.')
        // A removed route has no name.
        const names = new Map((await routes(here.db, {})).map(({ id, name }) => [id, name]))
        const routeOf = (id: number | null) =>
          id === null ? 'none' : (names.get(id) ?? String(id))
        print('By sending:')
        for (const line of linesBy(items, row => `${row.sendingId} ${row.name}`)) print(line)
        print('By list:')
        for (const line of linesBy(items, row => `${row.listId} ${row.listName}`)) print(line)
        print('By route:')
        for (const line of linesBy(items, row => routeOf(row.routeId))) print(line)
      },
    },
  })
}

interface Complained {
  accepted: number
  complaints: number
}

function linesBy<Row extends Complained>(rows: Row[], nameOf: (row: Row) => string): string[] {
  return [...Map.groupBy(rows, nameOf)].map(([name, group]) => {
    const accepted = group.reduce((sum, row) => sum + row.accepted, 0)
    const complaints = group.reduce((sum, row) => sum + row.complaints, 0)
    const rate = accepted === 0 ? 0 : complaints / accepted
    return `  ${name}: ${complaints} of ${accepted} emails, ${percent(rate)}`
  })
}
