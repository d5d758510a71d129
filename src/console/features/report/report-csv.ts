/** The report as a table for spreadsheets: its figures, its links and its providers. */
import type { LinkOutcome, SendingReport } from '../../../actions/sendings/sending-report.ts'
import { csvCell } from '../../../lib/csv-cell.ts'
import { saveFile } from '../../parts/save-file.ts'
import type { Catalogue } from '../../texts/language.tsx'
import type { useProviders } from './calls.ts'

type Providers = NonNullable<ReturnType<typeof useProviders>['data']>['providers']
type Row = readonly (string | number)[]

export function saveReport(
  { sending, figures }: SendingReport,
  links: readonly LinkOutcome[],
  providers: Providers,
  texts: Catalogue['report'],
): void {
  const { delivered, opens, clicks, values, measured } = figures
  const { name, listName, began } = sending
  const known = (people: number | null) => people ?? ''
  const rows: Row[] = [
    [texts.sending, name],
    [texts.list, listName],
    [texts.when, began ?? ''],
    [texts.sent, figures.sent],
    [texts.outcomes.delivered!, delivered],
    [texts.opened, known(opens.people)],
    [texts.opensMeasured, measured.opens],
    [texts.clicked, known(clicks.people)],
    [texts.clicksMeasured, measured.clicks],
    [texts.opensInTotal, opens.byPeople],
    [texts.clicksInTotal, clicks.byPeople],
    [texts.unsubscribed, figures.unsubscribed + figures.optedOut],
    [texts.bounced, figures.bounced],
    [texts.complained, figures.complained],
    ...values.map(({ currency, value }): Row => [`${texts.value} ${currency}`, value]),
    [],
    [texts.link, texts.address, texts.clicks, texts.people],
    ...links.map(({ words, url, byPeople, people }): Row => [words, url, byPeople, people]),
    [],
    [
      texts.provider,
      texts.outcomes.delivered!,
      texts.opened,
      texts.opensMeasured,
      texts.clicked,
      texts.clicksMeasured,
    ],
    ...providers.map(
      ({ provider, counts, opened, clicked, measured }): Row => [
        provider || texts.otherDomains,
        counts.accepted ?? 0,
        opened,
        measured.opens,
        clicked,
        measured.clicks,
      ],
    ),
  ]
  const line = (cells: Row) => cells.map(cell => csvCell(String(cell))).join(';')
  saveFile(`${texts.report} ${sending.id}.csv`, `\ufeff${rows.map(line).join('\r\n')}\r\n`)
}
