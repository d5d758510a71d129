import type { connect } from './texts.ts'

export const de: typeof connect = {
  title: 'Einen Assistenten zulassen',
  nobody: 'Niemand bittet um Zugang',
  nobodyHint: 'Ein Assistent öffnet diese Seite, wenn er sich anmelden will.',
  wants: name => `„${name}“ möchte mit diesem Konto arbeiten`,
  itsName: 'Nennt sich',
  returnsTo: 'Geht zurück zu',
  account: 'Konto',
  actsFor: 'Handelt für',
  may: 'Was er darf',
  access: { read: 'Lesen', propose: 'Lesen und vorschlagen' },
  accessHint: {
    read: 'Er sieht Listen, Empfänger, Newsletter und Berichte wie Sie.',
    propose:
      'Er speichert auch Entwürfe und Filter und schlägt vor, was versendet oder geändert wird. ' +
      'Das wartet, bis ein Mitglied es freigibt.',
  },
  beware:
    'Lassen Sie nur zu, was Sie gerade selbst verbinden wollten. Jeder kann sich irgendwie nennen; ' +
    'es zählt, wohin es zurückgeht.',
  letIn: 'Zulassen',
  deny: 'Nicht zulassen',
  ends:
    'Der Zugang bleibt, bis er 30 Tage nicht benutzt wird, Sie das Konto verlassen, oder er bei ' +
    'den API-Schlüsseln entfernt wird.',
  wrong:
    'Der Assistent hat auf eine Weise gefragt, die nicht angenommen wird. Gehen Sie zurück: Dort ' +
    'steht der Grund.',
  back: 'Zurückgehen',
}
