/** Mistakes in the text of a trigger, in German. */
import type { DefinitionObject, DefinitionPart, NeededEntry } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

/** The name of a value, and the words to write where it is missing. */
const parts: Record<DefinitionPart, readonly [string, string]> = {
  trigger: ['Der Name des Auslösers', '„trigger: Willkommen“'],
  step: ['Der Name des Schritts', '„- step: hallo“'],
  zone: ['Die Zeitzone', '+01:00 oder Europe/Berlin'],
  newsletter: ['Der Newsletter', 'seine Nummer oder seinen Namen'],
  list: ['Die Liste', 'ihre Nummer oder ihren Namen'],
  filter: ['Der Filter', 'seine Nummer oder seinen Namen'],
  webhook: ['Der Webhook', 'seine Nummer oder seinen Namen'],
  form: ['Das Formular', 'seine Nummer oder seinen Namen'],
  field: ['Das Datenfeld', 'DD5 oder seinen Namen'],
  link: ['Der Link', 'die Adresse, wie sie im Newsletter steht'],
  condition: ['Die Bedingung', 'sie wie in Filtern: if: country = "46"'],
  sms: ['Der Text', 'den Text der SMS'],
  wait: ['Die Dauer der Pause', '„wait: 3 days“'],
  way: ['Das Ziel', 'den Namen eines Schritts oder „end“'],
  'leap day': ['„leap day“', '„28 February“ oder „1 March“'],
  paused: ['„paused“', '„wait“ oder „skip“'],
  quiet: ['„quiet hours“', '„22:00 to 08:00“'],
  again: ['„again“', '„never“, „always“ oder „after 30 days“'],
  within: ['„within“', '„5 days“'],
  every: ['„every“', '„year“ oder „once“'],
  time: ['Die Uhrzeit', 'sie als 09:00'],
  days: ['Die Zahl der Tage', '„3 days“'],
  event: ['Der Name des Ereignisses', 'ihn, wie ihn das Programm meldet'],
  value: ['Der Wert', 'ihn aus'],
}

/** There is none of it; several are called alike; the account has none. */
const objects: Record<DefinitionObject, readonly [string, string, string]> = {
  newsletter: ['keinen Newsletter', 'Newsletter', 'keine Newsletter'],
  list: ['keine Liste', 'Listen', 'keine Listen'],
  filter: ['keinen Filter', 'Filter', 'keine Filter'],
  webhook: ['keinen Webhook', 'Webhooks', 'keine Webhooks'],
  form: ['kein Formular', 'Formulare', 'keine Formulare'],
}

const needed: Record<NeededEntry, string> = {
  trigger: 'Das ist der Name des Auslösers: „trigger: Willkommen“.',
  list: 'Ein Auslöser gehört zu einer Liste: „list: News“, oder ihre Nummer.',
  start: 'Es sagt, wer hineinkommt: „start: joined“.',
  steps: 'Es sagt, was dann geschieht: Zeilen, die mit „- step:“ beginnen.',
}

const yaml: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'Setzen Sie Text mit Doppelpunkt und Leerzeichen in Anführungszeichen; Zeilen eines Blocks ' +
    'beginnen in derselben Spalte.',
  BAD_INDENT:
    'Zeilen eines Blocks beginnen in derselben Spalte. Text, der mit { oder [ beginnt, steht in ' +
    'Anführungszeichen.',
  TAB_AS_INDENT: 'Rücken Sie mit Leerzeichen ein.',
  BAD_SCALAR_START: 'Setzen Sie diesen Text in Anführungszeichen.',
  UNEXPECTED_TOKEN:
    'Setzen Sie einen Text, der mit einem Anführungszeichen oder einer Klammer beginnt, ganz in ' +
    'Anführungszeichen.',
  BAD_DQ_ESCAPE:
    'Nach einem umgekehrten Schrägstrich passt dieses Zeichen nicht. Nehmen Sie einfache ' +
    'Anführungszeichen.',
  MISSING_CHAR: 'Es fehlt ein Zeichen: eine Klammer, ein Anführungszeichen oder ein Doppelpunkt.',
  MULTILINE_IMPLICIT_KEY: 'Das Wort vor einem Doppelpunkt steht in einer Zeile.',
  BLOCK_IN_FLOW: 'Zwischen Klammern trennen Kommas die Angaben.',
}

type Value = (name: string) => string

const part = (value: Value): readonly [string, string] =>
  parts[value('what') as DefinitionPart] ?? [value('what'), '']

const object = (value: Value): readonly [string, string, string] => {
  const kind = value('kind')
  return objects[kind as DefinitionObject] ?? [kind, kind, kind]
}

/** An id, or a name in quotes. */
const written = (name: string): string => (/^\d+$/.test(name) ? name : `„${name}“`)

export const detailsOfDefinitions = {
  'definition-long': (_, number) => `Der Text hat höchstens ${number('most')} Zeichen.`,
  'definition-empty': () =>
    'Der Text ist leer. Ein Auslöser beginnt mit seinem Namen, seiner Liste und seinem Anfang.',
  'definition-words': (_, number) =>
    `Der Text hat höchstens ${number('most')} Wörter, Zeichen und Zeilenenden.`,
  'definition-deep': value => `Der Text ist höchstens ${value('most')} Ebenen tief eingerückt.`,
  'definition-yaml': value =>
    `Das ist kein gültiges YAML. ${yaml[value('error')] ?? `Fehler: ${value('error')}.`}`,
  'definition-two': () =>
    'Ein Text enthält einen Auslöser: Entfernen Sie „---“ und alles, was danach kommt.',
  'definition-alias': () => 'Verweise (*name) gehen nicht: Schreiben Sie den Wert aus.',
  'definition-tag': () => 'Marken (!name) gehen nicht.',
  'definition-key': () =>
    'Vor einem Doppelpunkt steht ein Wort. Text, der mit { beginnt, steht in Anführungszeichen.',
  'definition-twice': value => `„${value('name')}“ steht zweimal da.`,
  'definition-shape': value =>
    `Ein Auslöser besteht aus Zeilen „Wort: Wert“, mit diesen Wörtern: ${value('known')}.`,
  'definition-lacks': value =>
    `„${value('word')}:“ fehlt. ${needed[value('word') as NeededEntry] ?? ''}`.trim(),
  'entry-unknown': value =>
    `${value('word') === '' ? 'Ein Auslöser' : `„${value('word')}“`} kennt kein ` +
    `„${value('name')}“, sondern: ${value('known')}.`,
  'part-text': value =>
    `${part(value)[0]} ist ein Text. Beginnt er mit einer Klammer, steht er in Anführungszeichen.`,
  'part-long': (value, number) => `${part(value)[0]} hat höchstens ${number('most')} Zeichen.`,
  'part-controls': value => `${part(value)[0]} enthält Steuerzeichen.`,
  'part-missing': value => `${part(value)[0]} fehlt. Schreiben Sie ${part(value)[1]}.`,
  'named-none': value =>
    `Es gibt ${object(value)[0]} ${written(value('name'))}. ` +
    (value('known') === ''
      ? `Das Konto hat noch ${object(value)[2]}.`
      : `Es gibt: ${value('known')}.`),
  'named-many': value =>
    `${value('found')} ${object(value)[1]} heißen „${value('name')}“. Schreiben Sie die Nummer: ` +
    `${value('ids')}.`,
  'named-field': value =>
    `Es gibt kein Datenfeld „${value('name')}“, sondern: ` +
    `${value('known') === '' ? '' : `${value('known')}, `}DD1 bis DD100.`,
  'link-shape': () =>
    'Ein Link ist eine Adresse, wie sie im Newsletter steht: https://shop.example/sale.',
  'condition-wrong': value =>
    `In der Bedingung, Zeile ${value('line')}, Spalte ${value('column')}: ${value('says')}`,
  'quiet-shape': () =>
    '„quiet hours“ wird als „22:00 to 08:00“ geschrieben, oder als „22:00 to 08:00 in DD7“ mit dem Datenfeld der Zeitzonen.',
  'quiet-whole-day': () => 'Diese Ruhezeit dauert den ganzen Tag: Es würde nie etwas gesendet.',
  'paused-shape': () =>
    '„paused“ ist „skip“ oder „wait“: für Personen, die ihre E-Mails angehalten haben.',
  'again-shape': () => '„again“ ist „never“, „always“ oder „after 30 days“ (1 bis 3660).',
  'start-shape': value =>
    '„start“ ist „joined“ oder „converted“, oder in der Zeile darunter steht eines von diesen: ' +
    `${value('words')}.`,
  'wait-for-shape': value =>
    '„wait for“ ist „converted“, oder in der Zeile darunter steht eines von diesen: ' +
    `${value('words')}.`,
  'event-second': value =>
    `„${value('word')}“ nimmt nur ein Ereignis: „${value('event')}“ steht schon da.`,
  'event-shape': () =>
    'Der Name eines Ereignisses beginnt mit einem Buchstaben und besteht aus Buchstaben, Ziffern, ' +
    'Leerzeichen und . _ : -.',
  'unknown-people-shape': () =>
    '„unknown people“ ist „refuse“ oder „add“: Wer kein Abonnent ist, kommt auf die Liste des Auslösers.',
  'event-step': value => `Der Schritt „${value('step')}“ sendet keinen Newsletter.`,
  'feed-address': () =>
    '„feed“ ist die Adresse eines Feeds (RSS, Atom oder JSON Feed): https://shop.example/feed.xml.',
  'feed-at-missing': () =>
    'Geben Sie an, wann nachgesehen wird: „at: Monday 08:00“, oder „at: 08:00“ für jeden Tag.',
  'feed-at-shape': () =>
    'Nachgesehen wird „Monday 08:00“, „Monday, Thursday 08:00“ oder täglich um „08:00“.',
  'feed-first-shape': () =>
    '„first“ ist, wie viele der schon vorhandenen Beiträge gesendet werden: 0 bis 20.',
  'within-missing': () => 'Geben Sie an, wie lange höchstens: „within: 5 days“.',
  'within-shape': () => '„within“ schreibt man „5 days“ oder „12 hours“.',
  'date-both-ways': () => '„before“ und „after“ gehen nur eines von beiden.',
  'every-shape': () =>
    '„every“ ist „year“ (jedes Jahr an diesem Tag) oder „once“ (genau an diesem Datum).',
  'at-missing': () => 'Geben Sie die Uhrzeit an: „at: 09:00“.',
  'at-shape': () => 'Eine Uhrzeit schreibt man 09:00.',
  'leap-day-shape': () =>
    '„leap day“ ist „28 February“ oder „1 March“: der Tag, der in gewöhnlichen Jahren für den ' +
    '29. Februar gilt.',
  'days-shape': value =>
    `Eine Zahl von Tagen schreibt man „3 days“: von ${value('least')} bis ${value('most')}.`,
  'wait-shape': () =>
    'So schreibt man keine Pause, sondern „3 days“, „2 hours“, „3 days at 09:00“, „next Tuesday ' +
    '09:00“, „09:00“ oder „until 2026-12-24 09:00“.',
  'wait-timeless': value => `Geben Sie die Uhrzeit an: „${value('text')} 09:00“.`,
  'wait-never': value => `${value('until')} gibt es in der Zeitzone ${value('zone')} nicht.`,
  'wait-short': () => 'Eine Pause dauert mindestens eine Minute.',
  'wait-long': (_, number) => `Eine Pause dauert höchstens ${number('most')} Tage.`,
  'steps-shape': () => '„steps“ ist eine Liste: darunter Zeilen, die mit „- step: NAME“ beginnen.',
  'steps-many': value => `Ein Auslöser hat höchstens ${value('most')} Schritte.`,
  'step-shape': () => 'Ein Schritt beginnt mit „- step: NAME“.',
  'step-twice': value =>
    `Einen Schritt „${value('step')}“ gibt es schon: Jeder Schritt hat einen eigenen Namen.`,
  'step-nameless': () => 'Ein Schritt braucht einen Namen: Beginnen Sie ihn mit „- step: NAME“.',
  'step-signs': () =>
    'Der Name eines Schritts besteht aus Buchstaben, Ziffern, Leerzeichen, - und _.',
  'step-end': () => '„end“ steht für das Ende: Wählen Sie einen anderen Namen.',
  'step-idle': value =>
    `Was der Schritt „${value('step')}“ tut, fehlt: eines von ${value('known')}.`,
  'step-second': value =>
    `Ein Schritt tut eines: „${value('word')}“ steht schon da. Machen Sie zwei Schritte daraus.`,
  'end-value': () => '„end“ hat keinen Wert.',
  'set-value': () => "Geben Sie den Wert des Felds an: „to: ja“, oder „to: ''“, um es zu leeren.",
  'ways-missing': () =>
    'Geben Sie an, wohin es geht: „then: SCHRITT“, „else: SCHRITT“ oder „end“. Sonst geht es zum ' +
    'nächsten Schritt.',
  'unmeasured-event': () =>
    '„unmeasured“ passt nur zu Öffnungen und Klicks: Von anderen Ereignissen ist bekannt, bei ' +
    'wem sie eintraten.',
  'step-none': value =>
    `Es gibt keinen Schritt „${value('step')}“, sondern: ${value('known')}, end.`,
} satisfies DetailWords
