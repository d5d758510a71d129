/** The strings of the pages of filters, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'
import type { RuleKind } from './rules.ts'

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
  ruleKinds: Record<RuleKind, string>
  value: string
  days: string
  not: string
  addRule: string
  removeRule(words: string): string
  alone(count: string): string
  save: string
  saved: string
  remove: string
  removed: string
  show: string
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
  estimated: 'The bars are estimated from a sample.',
  samples: 'Ten of them',
  usedBy: 'Used by',
  notUsed: 'Not used yet.',
  kinds: { newsletter: 'Newsletter', trigger: 'Trigger', sending: 'Sending' },
  rule: 'Rule',
  ruleKinds: {
    contains: 'contains',
    is: 'is',
    begins: 'begins with',
    empty: 'is empty',
    list: 'is on list',
    opened: 'opened an email',
    clicked: 'clicked in an email',
    bounced: 'bounced',
  },
  value: 'Value',
  days: 'within days',
  not: 'not',
  addRule: 'Add rule',
  removeRule: words => `Remove the rule ${words}`,
  alone: count => `${count} alone`,
  save: 'Save filter',
  saved: 'The filter was saved.',
  remove: 'Remove filter',
  removed: 'The filter was removed.',
  show: 'Show these people',
  back: 'Filters',
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
  estimated: 'Staplarna är uppskattade ur ett stickprov.',
  samples: 'Tio av dem',
  usedBy: 'Används av',
  notUsed: 'Används inte ännu.',
  kinds: { newsletter: 'Nyhetsbrev', trigger: 'Utlösare', sending: 'Utskick' },
  rule: 'Regel',
  ruleKinds: {
    contains: 'innehåller',
    is: 'är',
    begins: 'börjar med',
    empty: 'är tomt',
    list: 'är på lista',
    opened: 'öppnade e-post',
    clicked: 'klickade i e-post',
    bounced: 'studsade',
  },
  value: 'Värde',
  days: 'inom dagar',
  not: 'inte',
  addRule: 'Lägg till regel',
  removeRule: words => `Ta bort regeln ${words}`,
  alone: count => `${count} ensam`,
  save: 'Spara filter',
  saved: 'Filtret sparades.',
  remove: 'Ta bort filter',
  removed: 'Filtret togs bort.',
  show: 'Visa personerna',
  back: 'Filter',
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
  estimated: 'Die Balken sind aus einer Stichprobe geschätzt.',
  samples: 'Zehn von ihnen',
  usedBy: 'Verwendet von',
  notUsed: 'Noch nicht verwendet.',
  kinds: { newsletter: 'Newsletter', trigger: 'Auslöser', sending: 'Sendung' },
  rule: 'Regel',
  ruleKinds: {
    contains: 'enthält',
    is: 'ist',
    begins: 'beginnt mit',
    empty: 'ist leer',
    list: 'ist auf Liste',
    opened: 'hat eine E-Mail geöffnet',
    clicked: 'hat in einer E-Mail geklickt',
    bounced: 'kam zurück',
  },
  value: 'Wert',
  days: 'in Tagen',
  not: 'nicht',
  addRule: 'Regel hinzufügen',
  removeRule: words => `Regel ${words} entfernen`,
  alone: count => `${count} allein`,
  save: 'Filter speichern',
  saved: 'Der Filter wurde gespeichert.',
  remove: 'Filter entfernen',
  removed: 'Der Filter wurde entfernt.',
  show: 'Diese Personen zeigen',
  back: 'Filter',
}

export const filterTexts: Record<ConsoleLanguage, FilterTexts> = { en, sv, de }
