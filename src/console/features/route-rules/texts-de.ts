/** The strings of the page of rules, in German. */
import type { rules } from './texts.ts'

export const de: typeof rules = {
  title: 'Regeln für Relays',
  hint:
    'Sie sagen, welches Relay welche E-Mails nimmt: So hält, was ein Konto sendet, höchstens sein ' +
    'eigenes Relay an.',
  none: 'Noch keine Regel',
  noneHint:
    'Alle Relays nehmen alle E-Mails, in ihrer Reihenfolge. Eine Regel behält ein Relay den ' +
    'E-Mails eines Kontos, einer Liste, einer Art oder eines Absenders vor.',
  add: 'Regel hinzufügen',
  change: 'Regel ändern',
  changeAct: 'Ändern',
  remove: 'Entfernen',
  removed: 'Die Regel wurde entfernt. Das gilt binnen zwei Sekunden.',
  saved: 'Die Regel ist gespeichert. Sie gilt binnen zwei Sekunden.',
  actionsOf: rule => `Aktionen für Regel ${rule}`,
  rule: 'Regel',
  emails: 'E-Mails',
  by: 'Über',
  rest: 'Alles andere',
  restNone: 'kein Relay ist übrig: es wartet',
  order:
    'Die Regel mit den meisten Bedingungen entscheidet. Bei mehreren mit gleich vielen werden ' +
    'alle ihre Relays genutzt, in der Reihenfolge der Relays. Ein Relay mit Regeln nimmt nichts ' +
    'anderes; E-Mails mit einer Regel gehen über kein anderes Relay und warten, solange ihres ' +
    'angehalten ist.',
  relay: 'Relay',
  kind: 'Art',
  anyKind: 'Jede Art',
  kinds: {
    newsletter: 'Newsletter',
    test: 'Test-E-Mail',
    trigger: 'E-Mail eines Auslösers',
    transaction: 'Einzelne E-Mail eines Programms',
    reply: 'Weitergeleitete Antwort',
  },
  kindsOf: {
    newsletter: 'Newsletter',
    test: 'Test-E-Mails',
    trigger: 'E-Mails von Auslösern',
    transaction: 'Einzelne E-Mails von Programmen',
    reply: 'Weitergeleitete Antworten',
  },
  everything: 'Alle E-Mails',
  ofAccount: name => `Konto ${name}`,
  ofList: name => `Liste ${name}`,
  fromDomain: name => `von ${name}`,
  account: 'Konto',
  anyAccount: 'Jedes Konto',
  list: 'Liste',
  anyList: 'Jede Liste',
  noList: 'Keine Liste',
  domain: 'Domain des Absenders',
  domainHint: 'Etwa news.example.com. Leer: jede.',
  reserves: relay =>
    `${relay} nimmt dann nur E-Mails, für die es eine Regel hat, und diese gehen über kein ` +
    'anderes Relay.',
  save: 'Speichern',
  wantsOne: 'Wählen Sie mindestens eines: Art, Konto, Liste oder Domain.',
  trial: 'Welchen Weg nähme sie?',
  trialHint: 'so, wie Relays und Regeln jetzt sind',
  trialDomainHint: 'Leer: die der Liste.',
  takes: relay => `Sie geht über ${relay}`,
  byRules: rules => `nach Regel ${rules}`,
  byNone: 'keine Regel entscheidet',
  waits: 'Sie wartet: Kein Relay nimmt sie jetzt',
  nobody: 'Sie wartet: Jedes Relay hat Regeln, und keine ist für sie',
  sandbox: 'Es gibt kein Relay: Die Sandbox behält sie.',
  obstacles: {
    'not-in-use': 'ist nicht in Gebrauch',
    paused: 'ist angehalten',
    quota: 'hat sein Kontingent verbraucht',
    refuses: 'nimmt zurzeit nichts an',
  },
  ready: 'nähme sie an',
  warms:
    'Es wird aufgewärmt: Was über dem Kontingent eines Anbieters liegt, wartet bis zum nächsten ' +
    'Tag.',
}
