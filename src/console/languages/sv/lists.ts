import type { lists as English } from '../../features/lists/texts.ts'

export const lists: typeof English = {
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
  views: 'Listans vyer',
  overview: 'Översikt',
  back: 'Listor',
  byForm: 'Per formulär, på 90 dagar',
  byFormChart: (form: string, people: string): string =>
    `På 90 dagar har ${people} bekräftat med formuläret ${form}.`,
}
