/** The strings of the pages of sender domains, in German. */
import type { domains } from './texts.ts'

export const de: typeof domains = {
  domains: 'Absenderdomains',
  add: 'Domain hinzufügen',
  domain: 'Domain',
  domainHint: 'Der Teil nach dem @ der Absenderadresse, etwa example.com.',
  none: 'Noch sendet keine Domain',
  noneHint:
    'Eine Domain steht hier, sobald eine Liste sie als Absender hat oder Sie sie hinzufügen: Dann ' +
    'werden ihre E-Mails signiert, und diese Seite zeigt die Einträge, nach denen Empfänger sehen.',
  lists: lists => {
    if (lists === 0) return 'Absender keiner Liste'
    return lists === 1 ? 'Absender einer Liste' : `Absender von ${lists} Listen`
  },
  signed: 'signiert',
  notSigned: 'nicht signiert',
  makeKeys: 'Schlüssel erzeugen',
  checkAgain: 'Erneut prüfen',
  notYours: 'Wer Newsletter schreiben darf, kann die Einträge der Domain prüfen.',
  inOrder: (good, all) => `${good} von ${all} in Ordnung`,
  asked: when => `gefragt ${when}, erneut von selbst`,
  found: 'Gefunden',
  keeper: 'Jemand anderes verwaltet Ihr DNS?',
  keeperHint: records =>
    records === 1
      ? 'Schicken Sie ihm diesen Eintrag; hier wird er von selbst grün.'
      : `Schicken Sie ihm diese ${records} Einträge; hier wird jeder von selbst grün.`,
  zoneFile: 'Zonendatei',
  period: 'Zeitraum',
  days: days => `${days} Tage`,
  noReports: 'Es sind keine Berichte gekommen',
  noReportsHint:
    'Anbieter von Postfächern melden einmal am Tag, wer mit Ihren Domains sendet und was daraus ' +
    'wurde. Wohin, sagt unter Domains der DMARC-Eintrag.',
  passed: (share, emails) => `${share} von ${emails} E-Mails bestanden DMARC`,
  noneSent: 'Niemand hat E-Mails von ihr gemeldet.',
  stricter:
    'Fast alle E-Mails bestehen: Die Regel darf strenger werden, damit gefälschte draußen bleiben.',
  reporter: 'Gemeldet von',
  emails: 'E-Mails',
  passing: 'Bestanden',
  source: 'Gesendet von',
  became: 'Was daraus wurde',
  otherSources: 'andere Adressen',
  dispositions: { none: 'zugestellt', quarantine: 'in den Spam gelegt', reject: 'abgewiesen' },
  failedTitle: 'Durchgefallen: von Ihnen und nicht eingerichtet, oder gefälscht',
  failedHint:
    'Gehört der Absender zu Ihnen, lassen Sie ihn mit dieser Domain signieren. Wenn nicht, sendet ' +
    'jemand in Ihrem Namen: Eine strengere Regel hält das fern.',
  signedAs: domain => `signiert als ${domain}`,
  tlsTitle: 'Verschlüsselung auf dem Weg hierher',
  tls: (share, sessions) =>
    `${share} von ${sessions} Verbindungen waren verschlüsselt wie zugesagt`,
  failure: 'Fehler',
  server: 'Server',
  sessions: 'Verbindungen',
  unreadable: reports =>
    reports === 1 ? 'Ein Bericht war nicht lesbar' : `${reports} Berichte waren nicht lesbar`,
  more: rows => `und ${rows} weitere`,
}
