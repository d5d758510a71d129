import type { lists as English } from '../../features/lists/texts.ts'

export const lists: typeof English = {
  archivedCount: count => (count === 1 ? 'Eine archivierte Liste' : `${count} archivierte Listen`),
  archivedSince: day => `archiviert am ${day}`,
  archive: 'Archivieren',
  restore: 'Aus dem Archiv holen',
  archived: name => `${name} ist archiviert: Nichts wird an sie gesendet.`,
  restored: name => `${name} ist zurück.`,
  show: 'Abonnenten zeigen',
  export: 'Liste ausgeben',
  counted: 'gezählt in der letzten Minute',
  joined: 'In 90 Tagen gekommen',
  left: 'In 90 Tagen gegangen',
  days: 'Gekommen und gegangen, Tag für Tag',
  chart: (joined, left) => `In 90 Tagen kamen ${joined} und gingen ${left}.`,
  day: 'Tag',
  countedFrom: day => `Abgänge werden ab ${day} gezählt.`,
  views: 'Ansichten der Liste',
  overview: 'Überblick',
  back: 'Listen',
  byForm: 'Nach Formular, in 90 Tagen',
  byFormChart: (form: string, people: string): string =>
    `In 90 Tagen haben ${people} über das Formular ${form} bestätigt.`,
}
