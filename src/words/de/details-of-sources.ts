/** Refusals about sources of events, in German. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfSources = {
  'source-none': value => `Es gibt keine Ereignisquelle ${value('name')}.`,
  'source-nameless': () => 'Eine Quelle braucht einen Namen.',
  'source-name-taken': value => `Es gibt schon eine Quelle ${value('name')}.`,
  'sources-many': value => `Ein Konto hat höchstens ${value('most')} Quellen.`,
  'source-event': () =>
    'Geben Sie den Namen des Ereignisses an oder wo er im Inhalt steht: eines von beiden. Ein Name ' +
    'beginnt mit einem Buchstaben und hat höchstens 100 Buchstaben, Ziffern, Leerzeichen und . _ : -.',
  'source-path': value =>
    `${value('path')} ist kein Pfad: schreiben Sie customer.email oder /customer/email.`,
  'source-value-name': value =>
    `${value('name')} ist kein Name eines Werts: nur Buchstaben a–z, Ziffern und _, höchstens 50.`,
  'source-values-many': value => `Eine Quelle hat höchstens ${value('most')} Werte.`,
  'source-secret': value =>
    `Ein Geheimnis hat ${value('least')} bis ${value('most')} Zeichen: Buchstaben, Ziffern und ` +
    'Zeichen, keine Leerzeichen.',
} satisfies DetailWords
