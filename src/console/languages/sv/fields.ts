import type { fields as English } from '../../shared/fields/texts.ts'

export const fields: typeof English = {
  title: 'Datafält',
  about: (inUse, usable) =>
    `Det du vet om människor utöver namn, adress och telefon. ${inUse} av ${usable} fält används.`,
  byNumber:
    'Program kan skriva ett fält med dess nummer eller namn. Ett nytt namn ändrar inget nummer.',
  none: 'Det finns inget datafält än',
  noneHint:
    'Ett fält sparar något du vet om människor: en ort, en födelsedag, ett kundnummer. Fält kan också skapas under en import.',
  newField: 'Nytt fält',
  name: 'Namn',
  nameHint: field => `Taggar i mejl använder namnet, eller ${field}.`,
  holds: 'Innehåller',
  kinds: { text: 'Text', number: 'Tal', date: 'Datum', choice: 'Val' },
  choices: 'Val',
  choicesHint: 'Ett på varje rad, i den ordning de erbjuds.',
  filled: 'Ifyllt',
  have: (people, all) =>
    `${people} av ${all === '1' ? '1 person har' : `${all} personer har`} ett värde.`,
  notes: 'Anmärkningar',
  searched: 'söks',
  search: 'Sökningen hittar människor med det',
  notActivated: 'utanför kontots fält',
  values: 'Värden',
  moreValues: count => `och ${count === '1' ? '1 annat värde' : `${count} andra värden`}`,
  misfits: {
    number: (people, one) =>
      `${people} ${one ? 'person' : 'personer'} har något som inte är ett tal`,
    date: (people, one) =>
      `${people} ${one ? 'person' : 'personer'} har något som inte är ett datum som 2026-11-29`,
    choice: (people, one) =>
      `${people} ${one ? 'person' : 'personer'} har något som inte är något av valen`,
  },
  among: values => `Till exempel ${values.map(value => `”${value}”`).join(', ')}. Det ändras inte.`,
  takeAll: 'Gör dem till val',
  usedIn: 'Används i',
  notUsed: 'Inget filter, nyhetsbrev, ingen mall och ingen utlösare läser det.',
  users: { filter: 'Filter', newsletter: 'Nyhetsbrev', template: 'Mall', trigger: 'Utlösare' },
  save: 'Spara fältet',
  saved: name => `Fältet ${name} är sparat.`,
  remove: 'Ta bort fältet',
  removed: name => `Fältet ${name} är borttaget.`,
}
