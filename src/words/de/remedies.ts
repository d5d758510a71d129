/** Remedies of a refusal for a command line, in German. */
import type { ServiceWords } from '../service-words.ts'

export const remedies: ServiceWords['remedies'] = {
  see: 'Zum Anzeigen:',
  make: 'Zum Anlegen:',
  remove: 'Zum Entfernen:',
  forget: 'Um ihn zu vergessen:',
  allow: 'Um es zu erlauben:',
  give: 'Anzugeben mit:',
  set: 'Eine Einstellung:',
  or: 'Oder:',
  anyway: 'Um trotzdem zu senden:',
  'own-relay': 'Wenn das Relay das des Anbieters ist:',
  'behind-proxy': 'Wenn ein Proxy mit anderen Adressen davor steht:',
  'choose-yourself': 'Um trotzdem zu senden und selbst zu wählen:',
  'other-store': 'In einem anderen Datenordner:',
  expected: 'So:',
  'after-all': 'Um sie doch zu senden:',
  'change-trigger': 'Mit:',
  vouch: 'Um der Person trotzdem einen Link zu geben:',
  'new-password': 'Die Person lässt sich ein neues Passwort mailen, oder:',
}
