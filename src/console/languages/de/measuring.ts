import type { measuring as English } from '../../shared/measuring/texts.ts'

export const measuring: typeof English = {
  title: 'Messung',
  agreedLine: (agreed, people, share) =>
    `${agreed} von ${people === '1' ? '1 Person' : `${people} Personen`} haben der Messung zugestimmt, ${share}`,
  ofOpens: 'Öffnungen',
  ofClicks: 'Klicks',
  agreed: 'Zugestimmt',
  declined: 'Abgelehnt',
  notAsked: 'Nicht gefragt',
  declinedHint: 'Wer abgelehnt hat, wird nie gemessen, was die Regel auch sagt.',
  rule: 'Wer nicht gefragt wurde',
  ruleHint: people =>
    `die Regel für ${people === '1' ? '1 Person' : `${people} Personen`}, Öffnungen und Klicks getrennt`,
  choices: { person: 'Messen', total: 'Nur insgesamt', none: 'Gar nicht' },
  opensHints: {
    person: 'Die Öffnungen jeder Person werden gezählt.',
    total: 'Öffnungen werden für die E-Mail gezählt, nie für die Person.',
    none: 'Ihre E-Mails haben kein Zählpixel, und keine Öffnung wird gezählt.',
  },
  clicksHints: {
    person: 'Die Klicks jeder Person werden gezählt.',
    total: 'Klicks werden für den Link gezählt, nie für die Person.',
    none: 'Ihre Links sind, wie Sie sie geschrieben haben, und kein Klick wird gezählt.',
  },
  since: day => `Diese Regel gilt seit ${day}.`,
  always: 'Diese Regel gilt von Anfang an.',
  fromNow: 'Eine neue Regel gilt ab dem Speichern. Sie ändert nie, was ein Bericht sagt.',
  noAdvice:
    'Manche Länder verlangen eine Einwilligung, bevor Werbe-E-Mails gemessen werden. Dies ist ' +
    'keine Rechtsberatung: Fragen Sie jemanden, der Ihre Länder kennt.',
  firstAsk: 'Wie werden Menschen gezählt, die nicht gefragt wurden?',
  firstNow: (opens, clicks) => `Öffnungen: ${opens}. Klicks: ${clicks}.`,
  declines: 'Wer ablehnt',
  removesHits: 'Auch die früheren Öffnungen und Klicks entfernen',
  removesHitsHint:
    'Zehn Minuten nach der Ablehnung, als wäre nie gemessen worden. Zahlen und Quoten der ' +
    'Berichte ändern sich damit.',
  removeHits: 'Bisherige Öffnungen und Klicks entfernen',
  removal: time =>
    `Die bisherigen Öffnungen und Klicks werden nach ${time} entfernt, und die Zahlen der ` +
    'Berichte ändern sich.',
  keepHits: 'Behalten',
  removalAsked: 'Die Öffnungen und Klicks werden in zehn Minuten entfernt.',
  hitsKept: 'Die Öffnungen und Klicks bleiben.',
  asked: 'Wie Menschen gefragt werden',
  askedEmail:
    'Die Fußzeile jedes Newsletters aus Blöcken führt zu einer Seite mit einem Schalter. Er ' +
    'wirkt sofort, auch für E-Mails, die schon gesendet sind.',
  askedForm:
    'Ein Formular fragt mit einem zweiten Kästchen, in Ihren Worten: Ohne Häkchen ist es ein Nein, ' +
    'und die E-Mails kommen trotzdem.',
  askedFile: 'Eine Datei sagt es: Spalten „measuring“, „measuring-at“ und „measuring-words“.',
  askedMember: 'Auf der Seite einer Person notiert ein Mitglied, was die Person gesagt hat.',
  byList: 'Nach Liste',
  byListHint: 'wer nach der Regel, die jetzt gilt, gemessen wird',
  list: 'Liste',
  people: 'Personen',
  opensMeasured: 'Öffnungen',
  clicksMeasured: 'Klicks',
  few: 'zu wenige für einen A/B-Test',
  report: 'Was ein Bericht dann sagt',
  reportHint:
    'Anteile beziehen sich auf die Gemessenen und sagen, wie viele es waren. Unter einem Zehntel ' +
    'steht kein Anteil, und keine Variante eines A/B-Tests gewinnt.',
  save: 'Regel speichern',
  saved: 'Die Regel ist gespeichert. Sie gilt ab jetzt.',
  undone: 'Die Regel ist wie zuvor.',
  person: 'Messung',
  opensOf: answer => `Öffnungen: ${answer}`,
  clicksOf: answer => `Klicks: ${answer}`,
  answers: { agreed: 'zugestimmt', declined: 'abgelehnt', 'not-asked': 'nicht gefragt' },
  measuredAs: {
    person: 'wird gemessen',
    total: 'wird nur insgesamt gezählt, ohne Namen',
    none: 'wird nicht gemessen',
  },
  ways: {
    form: 'in einem Formular',
    email: 'über eine E-Mail',
    import: 'in einem Import',
    api: 'durch ein Programm',
    operation: 'durch eine Operation',
    member: 'notiert von einem Mitglied',
    command: 'notiert mit einem Befehl',
  },
  saidAt: (time, way) => `${time}, ${way}`,
  aboutBoth: answer => `Öffnungen und Klicks: ${answer}`,
  noWords: 'Es sind keine Worte gespeichert.',
  history: 'Was die Person geantwortet hat',
  decline: 'Möchte nicht gemessen werden',
  agree: 'Stimmt der Messung zu',
  change: 'Ändern',
  dialog: 'Was hat die Person gesagt?',
  dialogHint: 'Notieren Sie nur, was die Person gesagt hat. Danach richtet sich, was gezählt wird.',
  about: 'Betrifft',
  both: 'Öffnungen und Klicks',
  answer: 'Antwort',
  words: 'Mit welchen Worten gefragt wurde',
  wordsHint: 'Nötig, wenn jemand zustimmt, der abgelehnt hatte.',
  when: 'Wann die Person es gesagt hat',
  note: 'Antwort notieren',
  noted: 'Die Antwort ist notiert.',
  answerUndone: 'Es ist wie zuvor.',
  older: 'Die Person hat seither etwas gesagt, das gilt.',
  same: 'Das steht dort schon.',
  cancel: 'Abbrechen',
}
