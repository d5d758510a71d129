import type { setup as English } from '../../shared/setup/texts.ts'

export const setup: typeof English = {
  home: 'Start',
  firstSteps: 'Erste Schritte',
  doneOf: (done, all) => `${done} von ${all} erledigt`,
  done: 'Erledigt',
  open: 'Offen',
  relay: 'Ein Relay, das Ihre E-Mails annimmt',
  relaySandbox: 'Es gibt noch keines: Die Sandbox behält alle E-Mails, nichts kann schiefgehen.',
  relayInUse: names => `E-Mails gehen über ${names}.`,
  linksLeadNowhere:
    'Links in E-Mails würden nur zu diesem Rechner führen, deshalb bekommt das Relay keine: Wer ' +
    'die Installation betreibt, gibt an, unter welcher Adresse Leser sie erreichen.',
  relayByOperator: 'Wer diese Installation betreibt, fügt Relays hinzu.',
  domain: 'Eine Absenderdomain, der Empfänger trauen',
  domainNone: 'Eine Liste sagt, von wem ihre E-Mails kommen. Legen Sie zuerst eine Liste an.',
  domainHint:
    'Veröffentlichen Sie die Einträge, wo die Domain verwaltet wird. Geprüft wird von selbst.',
  signed: 'signiert',
  notSigned: 'nicht signiert',
  makeKeys: 'Schlüssel erzeugen',
  showRecords: domain => `${domain} prüfen`,
  hideRecords: 'Ausblenden',
  dnsAsking: 'DNS wird gefragt …',
  dnsOfAll: {
    asking: 'DNS wird gefragt …',
    silent: 'Das DNS hat noch nicht geantwortet. Es wird wieder gefragt.',
    differs:
      'E-Mails werden signiert, aber im DNS steht es noch nicht: Prüfen Sie, und ' +
      'veröffentlichen Sie, was fehlt.',
    agrees: 'E-Mails werden signiert, und das DNS stimmt überein.',
  },
  publish: 'Veröffentlichen:',
  copy: 'Kopieren',
  copied: 'Kopiert',
  states: {
    ok: 'gut',
    warn: 'besser erledigen',
    bad: 'zu erledigen',
    none: 'nicht nötig',
    unknown: 'keine Antwort',
  },
  people: 'Menschen, denen Sie schreiben',
  peopleHint: 'Importieren Sie eine Datei, oder sehen Sie sich mit erfundenen Personen um.',
  peopleThere: 'Es gibt Abonnenten.',
  importFile: 'Datei importieren',
  sampleAdd: 'Beispiel hinzufügen',
  sampleAdded:
    'Eine Liste mit 1.000 erfundenen Personen entstand, und ein Newsletter in der Sandbox.',
  sampleRemove: 'Beispiel entfernen',
  sampleRemoved: 'Das Beispiel wurde entfernt, und sonst nichts.',
  sampleThere: 'Das Beispiel ist da: 1.000 erfundene Personen und ein Newsletter.',
  newsletter: 'Der erste Newsletter',
  newsletterHint:
    'Mit Blöcken, einer Vorlage oder einer Kopie. Nichts geht ab, bevor Sie es versenden.',
  newsletterThere:
    'Es gibt einen noch nicht gesendeten Newsletter: öffnen, Listen wählen und senden.',
  newsletterWrite: 'Newsletter schreiben',
  newsletterOpen: 'Newsletter öffnen',
  sent: 'Ein Newsletter wurde gesendet.',
  seeSandbox: 'Sandbox ansehen',
  programs: 'Die Programme, die den alten Dienst riefen',
  programsHint: 'Ändern Sie in ihren Einstellungen den Hostnamen auf diesen, sonst nichts:',
  programsNone: 'Noch hat keines gerufen.',
  called: when => `Der letzte Aufruf war am ${when}, auf die Stunde genau.`,
}
