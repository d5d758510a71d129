/** Strings about what differs between two texts of a trigger, in German. */
import type { changes as English } from './texts.ts'

export const de: typeof English = {
  none: 'Es unterscheidet sich nichts.',
  onlyBlanks: 'Die Schritte sind gleich; nur der Text ist anders.',
  unread: 'Einer der Texte hat Fehler: Nur seine Zeilen werden verglichen.',
  lines: 'Zeilen des Textes',
  added: 'neu',
  gone: 'entfällt',
  leads: step => `führt zu „${step}“`,
  ends: 'führt zum Ende',
  nowhere: 'führt nirgendwohin',
  compared: version => `Version ${version} im Vergleich mit`,
  present: 'dem jetzigen Text',
  versionOf: version => `Version ${version}`,
  wholeText: version => `Ganzer Text von Version ${version}`,
  insideHint: people =>
    people === '1'
      ? 'Darin ist 1 Person: Was mit ihr geschieht, wird vor dem Speichern gefragt.'
      : `Darin sind ${people} Personen: Was mit ihnen geschieht, wird vor dem Speichern gefragt.`,
  conflict: 'Von zweien geändert',
  conflictSays: version =>
    `Jemand hat Version ${version} gespeichert, seit Sie begonnen haben. So unterscheidet sich Ihre davon:`,
  keepMine: 'Meine behalten',
  keepMineSays: version =>
    `Ihre ersetzt Version ${version}, sobald Sie noch einmal auf „Speichern“ drücken. Version ${version} bleibt in der Liste der Versionen.`,
  takeTheirs: 'Deren nehmen',
  takeTheirsSays: 'Ihre wird weggelegt. Rückgängig holt sie zurück.',
  waits: 'Nicht gespeichert: Jemand anders hat inzwischen gespeichert.',
  seeDifference: 'Unterschied zeigen',
  theirsPut: 'Deren steht da. Rückgängig holt Ihre zurück.',
}
