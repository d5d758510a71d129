/** Findings of a check of a trigger, in German. */
import type { ConditionObject, TrackingEffect } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

const effects: Record<TrackingEffect, string> = {
  'all-enter': 'alle, die ihn bekommen, kommen hinein',
  'nobody-enters': 'niemand kommt hinein',
  'all-else': 'alle gehen den Weg „else“',
  'all-idle': 'von allen gilt, dass sie nichts getan haben',
  'nobody-opened': 'von niemandem gilt, dass er geöffnet hat',
  'nobody-clicked': 'von niemandem gilt, dass er geklickt hat',
}

const none: Record<ConditionObject, string> = {
  list: 'keine Liste',
  newsletter: 'keinen Newsletter',
  sending: 'keine Sendung',
  import: 'keinen Import',
  form: 'kein Formular',
}

type Value = (name: string) => string

const unknown = (value: Value): string =>
  `nicht gemessen: Öffnungen und Klicks sind nicht bekannt, und ` +
  `${effects[value('effect') as TrackingEffect] ?? value('effect')}.`

const people = (value: Value, number: Value): string =>
  value('people') === '1' ? '1 Person' : `${number('people')} Personen`

export const detailsOfTriggers = {
  'trigger-wrong': value => `Der Text hat Fehler, in Zeile ${value('lines')}.`,
  'steps-loop': value =>
    `Die Schritte ${value('steps')} führen ohne Pause im Kreis, endlos. Setzen Sie ein „wait:“ ` +
    'dazwischen, oder lassen Sie einen zu „end“ führen.',
  'step-unreachable': value =>
    `Zum Schritt „${value('step')}“ kommt niemand: Kein Schritt führt zu ihm.`,
  'step-leaves': () =>
    'Das ist die Liste des Auslösers: Wer sie verlässt, ist am Ende, und kein Schritt kann ' +
    'folgen. Schreiben Sie „then: end“.',
  'ways-same': () => '„then“ und „else“ führen zum selben Schritt: Die Verzweigung bewirkt nichts.',
  'opens-estimate': () =>
    'Öffnungen sind eine Schätzung: Programme verbergen sie oder öffnen E-Mails von selbst. ' +
    'Nehmen Sie einen Klick, wo es darauf ankommt.',
  'date-once': () =>
    'Das Datum kommt jedes Jahr, und mit „again: never“ kommt jede Person nur einmal hinein.',
  'dates-none': value => `Niemand auf der Liste hat in ${value('field')} ein Datum wie 2026-01-31.`,
  'dates-other': (value, number) =>
    `${people(value, number)} auf der Liste ${value('people') === '1' ? 'hat' : 'haben'} in ` +
    `${value('field')} einen Wert, der kein Datum wie 2026-01-31 ist: Sie bleiben außen vor.`,
  'dates-alike': (value, number) =>
    `${people(value, number)} von ${number('days')} haben in ${value('field')} denselben Tag, ` +
    `${value('day')}. Vielleicht steht er für ein unbekanntes Datum.`,
  'email-unsendable': value =>
    `Newsletter ${value('newsletter')} lässt sich nicht an Liste ${value('list')} senden: ` +
    value('says'),
  'event-not-started': value =>
    `Newsletter ${value('newsletter')} liest {{ event.${value('value')} }}, aber dieser Auslöser ` +
    'beginnt nicht mit einem Ereignis: Es bleibt leer.',
  'feed-not-started': value =>
    `Newsletter ${value('newsletter')} zeigt Beiträge eines Feeds, aber dieser Auslöser beginnt ` +
    'nicht mit einem Feed: Sie bleiben leer.',
  'event-value-unseen': value =>
    `Newsletter ${value('newsletter')} liest {{ event.${value('value')} }}, aber kein Ereignis ` +
    `„${value('event')}“ hatte bisher einen Wert dieses Namens: Es bleibt leer.`,
  'object-none': value =>
    `Es gibt ${none[value('kind') as ConditionObject] ?? value('kind')} ${value('id')}.`,
  'list-anonymous': value =>
    `Liste ${value('list')} wird anonym gemessen: Wer geöffnet oder geklickt hat, ist nicht ` +
    'gespeichert, und kein Schritt kann danach gehen.',
  'list-untracked': value => `Liste ${value('id')} wird ${unknown(value)}`,
  'newsletter-untracked': value => `Newsletter ${value('id')} wird ${unknown(value)}`,
  'sending-untracked': value => `Sendung ${value('id')} wird ${unknown(value)}`,
  'unmeasured-end': () =>
    'Bei Personen, die nicht gemessen werden, weiß niemand, ob sie das tun: Nach der Wartezeit ' +
    'ist hier für sie Schluss. Mit „unmeasured: SCHRITT“ sagen Sie, wohin sie gehen.',
  'trigger-twin': value =>
    `Auslöser ${value('trigger')} heißt schon so: Ändern Sie ihn, oder wählen Sie einen anderen ` +
    'Namen.',
  'trigger-ring': value =>
    `Auslöser starten einander, endlos: ${value('ring')}. Setzen Sie in einen ein „wait:“, oder ` +
    '„again: never“ oder „again: after 30 days“.',
  'trigger-slow-ring': value =>
    `Auslöser starten einander: ${value('ring')}. Endlos ist das nicht, denn nicht alle lassen ` +
    'sofort wieder hinein.',
  'feed-none': () => 'Die Antwort ist kein Feed: Gelesen werden RSS, Atom und JSON Feed.',
  'feed-web-page': () =>
    'Die Adresse führt zu einer Webseite. Ihr Feed hat eine andere Adresse, oft als „RSS“ verlinkt.',
  'feed-dtd': () => 'Der Feed legt eigene Entitäten fest (eine DTD). Sie werden nicht aufgelöst.',
  'feed-broken': value =>
    `Der Feed ist kein gültiges XML: Zeile ${value('line')}: ${value('what')}.`,
  'sms-controls': () => 'Die SMS enthält Steuerzeichen.',
  'sms-empty': () => 'Die SMS ist leer.',
  'sms-characters': (value, number) =>
    `Die SMS hat ${number('characters')} Zeichen. Höchstens ${value('most')} Teile sind erlaubt.`,
  'sms-long': (value, number) =>
    `Die SMS hat ${number('characters')} Zeichen: ${value('segments')} Teile. Erlaubt sind ` +
    `${value('most')}, bis zu ${number('room')} Zeichen.`,
  'sms-long-ucs2': (value, number) =>
    `Die SMS hat ein Zeichen, das es im Alphabet der SMS nicht gibt, und zählt deshalb ` +
    `${number('characters')} Zeichen: ${value('segments')} Teile. Erlaubt sind ${value('most')}, ` +
    `bis zu ${number('room')} Zeichen.`,
} satisfies DetailWords
