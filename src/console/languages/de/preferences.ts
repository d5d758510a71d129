import type { preferences as English } from '../../features/preferences/texts.ts'

export const preferences: typeof English = {
  title: 'Einstellungen der Leser',
  about:
    'Was Leser selbst wählen können, auf einer Seite, zu der ihre E-Mails führen: Listen, eine Pause von 30, 60 oder 90 Tagen, HTML oder Text und was Sie hier anbieten. Abmelden können sie sich immer.',
  howThere: 'Setzen Sie {{ preferences_url }} als Adresse eines Links in eine E-Mail.',
  lists: 'Angebotene Listen',
  listsHint:
    'Wer auf einer Liste steht, sieht sie dort ohnehin. Wer nicht, kann denen beitreten, die Sie anbieten; wer eine vor mehr als einem Tag verlassen hat, meldet sich neu an.',
  confirmed: 'Beitritt erst nach einer Bestätigung per E-Mail',
  noLists: 'Es gibt noch keine Liste.',
  often: list => `Wie oft ${list} kommt`,
  oftenHint: 'Neben der Liste: Zweimal im Monat. Sonst steht dort ihre Beschreibung.',
  fields: 'Daten zum Ansehen und Ändern',
  fieldsHint:
    'E-Mails werden weitergeleitet, und wer den Link öffnet, sieht diese Werte: Bieten Sie an, was andere sehen dürfen.',
  personName: 'Name',
  language: 'Datenfeld mit der Sprache einer Person',
  noLanguage: 'Keines',
  languageHint:
    'Als sv, sv-SE, Swedish oder Svenska. Leser wählen sie dort; die Seiten sprechen sie dann vor der Sprache des Browsers, und Anmeldungen tragen sie ein, wo noch nichts steht.',
  save: 'Einstellungen speichern',
  saved: 'Die Seite der Einstellungen ist gespeichert.',
  meanwhile: 'Inzwischen hat jemand anderes sie geändert. Ihre Auswahl ist noch hier.',
  keepMine: 'Meine behalten',
}
