/** The report as a table for spreadsheets: its figures, its links, languages and providers. */
import type { LinkOutcome, SendingReport } from '../../../actions/sendings/sending-report.ts'
import { csvCell } from '../../../lib/csv-cell.ts'
import { saveFile } from '../../parts/save-file.ts'
import type { Catalogue } from '../../texts/language.tsx'
import type { useLanguagesOfReport, useProviders } from './calls.ts'

type Providers = NonNullable<ReturnType<typeof useProviders>['data']>['providers']
type Languages = NonNullable<ReturnType<typeof useLanguagesOfReport>['data']>['languages']
type Row = readonly (string | number)[]

type Group = Pick<Providers[number], 'counts' | 'opened' | 'clicked' | 'measured'>

/** Below a line that is empty; nothing for none. */
const groupRows = (
  title: string,
  groups: readonly (readonly [string, Group])[],
  texts: Catalogue['report'],
): Row[] =>
  groups.length === 0
    ? []
    : [
        [],
        [
          title,
          texts.outcomes.delivered!,
          texts.opened,
          texts.opensMeasured,
          texts.clicked,
          texts.clicksMeasured,
        ],
        ...groups.map(
          ([name, { counts, opened, clicked, measured }]): Row => [
            name,
            counts.accepted ?? 0,
            opened,
            measured.opens,
            clicked,
            measured.clicks,
          ],
        ),
      ]

export function saveReport(
  { sending, figures }: SendingReport,
  links: readonly LinkOutcome[],
  providers: Providers,
  languages: Languages,
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
    ...groupRows(
      texts.language,
      languages.map(one => [one.language, one]),
      texts,
    ),
    ...groupRows(
      texts.provider,
      providers.map(one => [one.provider || texts.otherDomains, one]),
      texts,
    ),
  ]
  const line = (cells: Row) => cells.map(cell => csvCell(String(cell))).join(';')
  saveFile(`${texts.report} ${sending.id}.csv`, `\ufeff${rows.map(line).join('\r\n')}\r\n`)
}
