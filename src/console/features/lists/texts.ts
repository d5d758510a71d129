/** The strings of the page of one list, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

export interface ListTexts {
  archivedCount(count: number): string
  archivedSince(day: string): string
  archive: string
  restore: string
  archived(name: string): string
  restored(name: string): string
  show: string
  export: string
  counted: string
  joined: string
  left: string
  days: string
  chart(joined: string, left: string): string
  day: string
  countedFrom(day: string): string
  back: string
}

const en: ListTexts = {
  archivedCount: count => (count === 1 ? 'One archived list' : `${count} archived lists`),
  archivedSince: day => `archived on ${day}`,
  archive: 'Archive',
  restore: 'Take out of the archive',
  archived: name => `${name} is archived: nothing is sent to it.`,
  restored: name => `${name} is back.`,
  show: 'Show subscribers',
  export: 'Export list',
  counted: 'counted within the last minute',
  joined: 'Joined in 90 days',
  left: 'Left in 90 days',
  days: 'Joined and left, day by day',
  chart: (joined, left) => `In 90 days ${joined} joined and ${left} left.`,
  day: 'Day',
  countedFrom: day => `Leaves are counted from ${day} on.`,
  back: 'Lists',
}

const sv: ListTexts = {
  archivedCount: count => (count === 1 ? 'En arkiverad lista' : `${count} arkiverade listor`),
  archivedSince: day => `arkiverad ${day}`,
  archive: 'Arkivera',
  restore: 'Ta ur arkivet',
  archived: name => `${name} är arkiverad: inget skickas till den.`,
  restored: name => `${name} är tillbaka.`,
  show: 'Visa prenumeranter',
  export: 'Exportera listan',
  counted: 'räknat under den senaste minuten',
  joined: 'Kom på 90 dagar',
  left: 'Lämnade på 90 dagar',
  days: 'Kom och lämnade, dag för dag',
  chart: (joined, left) => `På 90 dagar kom ${joined} och ${left} lämnade.`,
  day: 'Dag',
  countedFrom: day => `De som lämnar räknas från ${day}.`,
  back: 'Listor',
}

const de: ListTexts = {
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
  back: 'Listen',
}

export const listTexts: Record<ConsoleLanguage, ListTexts> = { en, sv, de }
