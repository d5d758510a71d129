/** Mistakes in a given value, in German. */
import type { DetailWords } from '../detail-words.ts'

const kinds: Record<string, string> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  boolean: 'ja oder nein',
  array: 'eine Liste',
  object: 'ein Objekt',
  record: 'ein Objekt',
  date: 'ein Zeitpunkt',
  null: 'leer',
}

export const detailsOfValues = {
  'given-missing': () => 'Eine Angabe fehlt.',
  'given-empty': () => 'Eine Angabe ist leer.',
  'given-type': value =>
    `Eine Angabe ist von anderer Art: Es muss ${kinds[value('kind')] ?? value('kind')} sein.`,
  'given-long': (_, number) => `Ein Text ist zu lang: höchstens ${number('most')} Zeichen.`,
  'given-short': (_, number) => `Ein Text ist zu kurz: mindestens ${number('least')} Zeichen.`,
  'given-many': (_, number) => `Es sind zu viele: höchstens ${number('most')}.`,
  'given-few': (_, number) => `Es sind zu wenige: mindestens ${number('least')}.`,
  'given-high': (_, number) => `Eine Zahl ist zu groß: höchstens ${number('most')}.`,
  'given-low': (_, number) => `Eine Zahl ist zu klein: mindestens ${number('least')}.`,
  'given-below': (_, number) =>
    `Eine Zahl ist zu groß: Sie muss kleiner als ${number('limit')} sein.`,
  'given-above': (_, number) =>
    `Eine Zahl ist zu klein: Sie muss größer als ${number('limit')} sein.`,
  'given-multiple': (_, number) => `Eine Zahl muss ein Vielfaches von ${number('step')} sein.`,
  'given-choice': value => `Das steht nicht zur Wahl, sondern: ${value('choices')}.`,
  'given-only': value => `Hier geht nur ${value('choices')}.`,
  'given-unknown': value => `Eine Angabe mit diesem Namen gibt es nicht: ${value('names')}.`,
  'given-format': () => 'Eine Angabe ist nicht so geschrieben, wie sie sein muss.',
  'given-moment': () => 'Ein Zeitpunkt wird als 2026-11-21T14:00:00+01:00 geschrieben.',
  'given-day': () =>
    'Ein Tag oder Zeitpunkt wird als 2026-11-21 oder 2026-11-21T14:00 geschrieben.',
  'given-future': () => 'Das liegt in der Zukunft.',
  'given-domain': () => 'Eine Domain wird als example.com geschrieben.',
  'given-picture': () => 'Dieses Bild gibt es nicht.',
  'given-event': () => 'Ein Ereignis heißt wie in der Liste der Zustellungen, etwa 1-42.',
  'given-period': (_, number) => `Ein Zeitraum hat höchstens ${number('most')} Tage.`,
  'given-wrong': () => 'Eine Angabe passt hier nicht.',
} satisfies DetailWords
