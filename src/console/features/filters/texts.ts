/** The strings of the pages of filters, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'
import type { RuleTest, Subject } from './rules.ts'

export interface FilterTexts {
  title: string
  add: string
  none: string
  noneHint: string
  name: string
  condition: string
  newTitle: string
  rules: string
  rulesHint: string
  words: string
  wordsHint: string
  matching(count: string, of: string): string
  estimated: string
  samples: string
  usedBy: string
  notUsed: string
  kinds: Record<'newsletter' | 'trigger' | 'sending', string>
  rule: string
  subjects: Record<Exclude<Subject, `DD${number}`>, string>
  tests: Record<RuleTest, string>
  value: string
  days: string
  not: string
  comparison: string
  day: string
  addGroup: string
  addAlternative: string
  allOf: string
  anyOf: string
  and: string
  or: string
  incomplete: string
  opensMiss: string
  addRule: string
  removeRule(words: string): string
  alone(count: string): string
  about(count: string): string
  save: string
  saved: string
  remove: string
  removed: string
  show: string
  export: string
  search: string
  noneFound: string
  noneFoundHint: string
  showAll: string
  back: string
}

const en: FilterTexts = {
  title: 'Filters',
  add: 'Add filter',
  none: 'No filters yet',
  noneHint: 'A filter says who gets a sending, or a part of a newsletter.',
  name: 'Name',
  condition: 'Who',
  newTitle: 'New filter',
  rules: 'Rules',
  rulesHint: 'All of them have to hold. The bar shows who is left after each.',
  words: 'In words',
  wordsHint: 'The same as text: and, or, not and parentheses.',
  matching: (count, of) => `${count} of ${of} match`,
  estimated: 'Numbers with ≈ are estimated from a sample.',
  samples: 'Ten of them',
  usedBy: 'Used by',
  notUsed: 'Not used yet.',
  kinds: { newsletter: 'Newsletter', trigger: 'Trigger', sending: 'Sending' },
  rule: 'Rule',
  subjects: {
    email: 'E-mail address',
    domain: 'Domain',
    name: 'Name',
    format: 'Format',
    country: 'Country code',
    phone: 'Phone',
    list: 'On list',
    opened: 'Opened an email',
    clicked: 'Clicked in an email',
    bounced: 'Bounced',
  },
  tests: {
    contains: 'contains',
    is: 'is',
    begins: 'begins with',
    ends: 'ends with',
    empty: 'is empty',
    'number =': '=',
    'number <': '<',
    'number <=': '≤',
    'number >': '>',
    'number >=': '≥',
    'date =': 'is the day',
    'date <': 'before',
    'date <=': 'until',
    'date >': 'after',
    'date >=': 'from',
    'bounced any': 'any',
    'bounced hard': 'hard',
    'bounced soft': 'soft',
  },
  value: 'Value',
  days: 'within days',
  not: 'not',
  comparison: 'Comparison',
  day: '2026-01-31 or today - 30',
  addGroup: 'Add group',
  addAlternative: 'Add alternative',
  allOf: 'all of',
  anyOf: 'any of',
  and: 'and',
  or: 'or',
  incomplete: 'not complete',
  opensMiss: '“Opened” misses people who read with pictures off.',
  addRule: 'Add rule',
  removeRule: words => `Remove the rule ${words}`,
  alone: count => `${count} alone`,
  about: count => `≈ ${count}`,
  save: 'Save filter',
  saved: 'The filter was saved.',
  remove: 'Remove filter',
  removed: 'The filter was removed.',
  show: 'Show these people',
  export: 'Export',
  back: 'Filters',
  search: 'Name or words of the filter',
  noneFound: 'No filter found',
  noneFoundHint: 'None has this in its name or its words.',
  showAll: 'Show all filters',
}

const sv: FilterTexts = {
  title: 'Filter',
  add: 'Lägg till filter',
  none: 'Inga filter ännu',
  noneHint: 'Ett filter säger vem som får ett utskick eller en del av ett nyhetsbrev.',
  name: 'Namn',
  condition: 'Vem',
  newTitle: 'Nytt filter',
  rules: 'Regler',
  rulesHint: 'Alla måste gälla. Stapeln visar vilka som är kvar efter var och en.',
  words: 'I ord',
  wordsHint: 'Samma sak som text: and, or, not och parenteser.',
  matching: (count, of) => `${count} av ${of} passar`,
  estimated: 'Tal med ≈ är uppskattade ur ett stickprov.',
  samples: 'Tio av dem',
  usedBy: 'Används av',
  notUsed: 'Används inte ännu.',
  kinds: { newsletter: 'Nyhetsbrev', trigger: 'Utlösare', sending: 'Utskick' },
  rule: 'Regel',
  subjects: {
    email: 'E-postadress',
    domain: 'Domän',
    name: 'Namn',
    format: 'Format',
    country: 'Landsnummer',
    phone: 'Telefon',
    list: 'På lista',
    opened: 'Öppnade e-post',
    clicked: 'Klickade i e-post',
    bounced: 'Studsade',
  },
  tests: {
    contains: 'innehåller',
    is: 'är',
    begins: 'börjar med',
    ends: 'slutar med',
    empty: 'är tomt',
    'number =': '=',
    'number <': '<',
    'number <=': '≤',
    'number >': '>',
    'number >=': '≥',
    'date =': 'är dagen',
    'date <': 'före',
    'date <=': 'till och med',
    'date >': 'efter',
    'date >=': 'från och med',
    'bounced any': 'alla',
    'bounced hard': 'hårt',
    'bounced soft': 'mjukt',
  },
  value: 'Värde',
  days: 'inom dagar',
  not: 'inte',
  comparison: 'Jämförelse',
  day: '2026-01-31 eller today - 30',
  addGroup: 'Lägg till grupp',
  addAlternative: 'Lägg till alternativ',
  allOf: 'alla',
  anyOf: 'någon av',
  and: 'och',
  or: 'eller',
  incomplete: 'inte komplett',
  opensMiss: '”Öppnade” missar dem som läser utan bilder.',
  addRule: 'Lägg till regel',
  removeRule: words => `Ta bort regeln ${words}`,
  alone: count => `${count} ensam`,
  about: count => `≈ ${count}`,
  save: 'Spara filter',
  saved: 'Filtret sparades.',
  remove: 'Ta bort filter',
  removed: 'Filtret togs bort.',
  show: 'Visa personerna',
  export: 'Exportera',
  back: 'Filter',
  search: 'Filtrets namn eller ord',
  noneFound: 'Inget filter hittat',
  noneFoundHint: 'Inget har detta i namnet eller orden.',
  showAll: 'Visa alla filter',
}

const de: FilterTexts = {
  title: 'Filter',
  add: 'Filter hinzufügen',
  none: 'Noch keine Filter',
  noneHint: 'Ein Filter sagt, wer eine Sendung oder einen Teil eines Newsletters bekommt.',
  name: 'Name',
  condition: 'Wer',
  newTitle: 'Neuer Filter',
  rules: 'Regeln',
  rulesHint: 'Alle müssen gelten. Der Balken zeigt, wer nach jeder übrig ist.',
  words: 'In Worten',
  wordsHint: 'Dasselbe als Text: and, or, not und Klammern.',
  matching: (count, of) => `${count} von ${of} passen`,
  estimated: 'Zahlen mit ≈ sind aus einer Stichprobe geschätzt.',
  samples: 'Zehn von ihnen',
  usedBy: 'Verwendet von',
  notUsed: 'Noch nicht verwendet.',
  kinds: { newsletter: 'Newsletter', trigger: 'Auslöser', sending: 'Sendung' },
  rule: 'Regel',
  subjects: {
    email: 'E-Mail-Adresse',
    domain: 'Domain',
    name: 'Name',
    format: 'Format',
    country: 'Ländervorwahl',
    phone: 'Telefon',
    list: 'Auf Liste',
    opened: 'Hat eine E-Mail geöffnet',
    clicked: 'Hat in einer E-Mail geklickt',
    bounced: 'Kam zurück',
  },
  tests: {
    contains: 'enthält',
    is: 'ist',
    begins: 'beginnt mit',
    ends: 'endet mit',
    empty: 'ist leer',
    'number =': '=',
    'number <': '<',
    'number <=': '≤',
    'number >': '>',
    'number >=': '≥',
    'date =': 'ist der Tag',
    'date <': 'vor',
    'date <=': 'bis',
    'date >': 'nach',
    'date >=': 'ab',
    'bounced any': 'jede Art',
    'bounced hard': 'hart',
    'bounced soft': 'weich',
  },
  value: 'Wert',
  days: 'in Tagen',
  not: 'nicht',
  comparison: 'Vergleich',
  day: '2026-01-31 oder today - 30',
  addGroup: 'Gruppe hinzufügen',
  addAlternative: 'Alternative hinzufügen',
  allOf: 'alle von',
  anyOf: 'eines von',
  and: 'und',
  or: 'oder',
  incomplete: 'unvollständig',
  opensMiss: '„Geöffnet“ verpasst, wer ohne Bilder liest.',
  addRule: 'Regel hinzufügen',
  removeRule: words => `Regel ${words} entfernen`,
  alone: count => `${count} allein`,
  about: count => `≈ ${count}`,
  save: 'Filter speichern',
  saved: 'Der Filter wurde gespeichert.',
  remove: 'Filter entfernen',
  removed: 'Der Filter wurde entfernt.',
  show: 'Diese Personen zeigen',
  export: 'Ausgeben',
  back: 'Filter',
  search: 'Name oder Worte des Filters',
  noneFound: 'Kein Filter gefunden',
  noneFoundHint: 'Keiner hat das im Namen oder in den Worten.',
  showAll: 'Alle Filter zeigen',
}

export const filterTexts: Record<ConsoleLanguage, FilterTexts> = { en, sv, de }
