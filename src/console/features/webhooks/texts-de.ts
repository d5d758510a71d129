/** The strings of the pages of webhooks, in German. */
import type { webhooks } from './texts.ts'

export const de: typeof webhooks = {
  title: 'Webhooks',
  about: 'Jedes Ereignis wird als signiertes JSON an ein Programm gesendet, mindestens einmal.',
  none: 'Einem eigenen Programm sagen, was geschieht',
  noneHint:
    'Ein Webhook sendet Ereignisse an eine Adresse: wer eine Liste betrat oder verließ, öffnete, ' +
    'klickte oder kaufte, und welche E-Mails zurückkamen.',
  add: 'Webhook hinzufügen',
  webhook: 'Webhook',
  name: 'Name',
  nameHint: 'Wie Sie ihn nennen: Webshop, CRM.',
  url: 'Adresse',
  urlHint: 'Wie https://shop.example.com/hooks. Sie wird verschlüsselt gespeichert.',
  urlSame: 'Die jetzige Adresse bleibt',
  events: 'Ereignisse',
  allEvents: 'Alle Ereignisse',
  chosenEvents: count => `${count} Arten von Ereignissen`,
  all: 'Alle wählen',
  someEvents: 'Wählen Sie mindestens eine Art von Ereignissen.',
  save: 'Speichern',
  saved: name => `${name} wurde gespeichert.`,
  state: 'Zustand',
  active: 'aktiv',
  pausedState: 'angehalten',
  begins: when => `beginnt ${when}`,
  failing: since => `gescheitert seit ${since}`,
  failures: count => `${count}-mal nacheinander gescheitert`,
  held: until => `nächster Versuch ${until}`,
  last: 'Letzte Zustellung',
  never: 'noch keine',
  waiting: 'Wartend',
  oldest: age => `das älteste seit ${age}`,
  sent: 'Zugestellt',
  dead: 'Aufgegeben',
  keys: 'Schlüssel',
  keyEnds: when => `signiert bis ${when}`,
  gone: 'Diesen Webhook gibt es nicht',
  goneHint: 'Er wurde entfernt, oder die Adresse dieser Seite ist falsch.',
  test: 'Testereignis senden',
  tested: (answer, millis) => `Das Testereignis wurde angenommen: ${answer}, nach ${millis} ms.`,
  testFailed: (answer, millis) =>
    `Das Testereignis wurde nicht angenommen: ${answer}, nach ${millis} ms.`,
  testTodo:
    'Lassen Sie das Programm innerhalb von zehn Sekunden mit 200 antworten, prüfen Sie die ' +
    'Adresse, und senden Sie es noch einmal.',
  edit: 'Ändern',
  editOf: name => `${name} ändern`,
  editTells:
    'Wartende Ereignisse gehen an die neue Adresse. Neue Arten werden ab zehn Sekunden danach ' +
    'verzeichnet.',
  pause: 'Anhalten',
  pauseAsks: name => `${name} anhalten?`,
  pauseTells:
    'Nichts wird gesendet. Die Ereignisse werden so lange behalten und gehen hinaus, wenn es ' +
    'weitergeht.',
  reason: 'Grund',
  paused: name => `${name} ist angehalten.`,
  pausedWhy: why => `Angehalten: ${why}`,
  resume: 'Fortsetzen',
  resumed: name => `${name} läuft weiter.`,
  more: name => `Mehr für ${name}`,
  newKey: 'Neuen Schlüssel erstellen',
  newKeyAsks: name => `Neuen Schlüssel für ${name} erstellen?`,
  newKeyTells: 'Ereignisse werden mit beiden Schlüsseln signiert, bis der alte endet.',
  keep: 'Der alte Schlüssel signiert noch',
  keepHours: {
    '24': '24 Stunden',
    '168': 'eine Woche',
    '0': 'gar nicht: Andere haben ihn gesehen',
  },
  remove: 'Entfernen',
  removeAsks: name => `${name} entfernen?`,
  removeTells: (waiting, shown) =>
    waiting === 0
      ? 'Sein Protokoll wird mit entfernt.'
      : `${shown} ${waiting === 1 ? 'wartendes Ereignis' : 'wartende Ereignisse'} und sein ` +
        'Protokoll werden mit entfernt.',
  removed: name => `${name} wurde entfernt.`,
  secret: 'Geheimnis',
  secretTells: key =>
    `Ereignisse werden mit dem Schlüssel ${key} signiert. Sein Geheimnis wird nur dieses eine Mal ` +
    'gezeigt: Geben Sie es dem Programm.',
  secretPlain: 'Das Geheimnis',
  secretStandard: 'Dasselbe für Bibliotheken von Standard Webhooks',
  copy: 'Kopieren',
  copied: 'Kopiert',
  log: 'Zustellungen',
  logHint: 'die neuesten zuerst',
  refresh: 'Aktualisieren',
  anyState: 'Jeder Ausgang',
  anyKind: 'Jedes Ereignis',
  states: { waiting: 'wartend', sent: 'zugestellt', dead: 'aufgegeben' },
  failed: 'gescheitert',
  event: 'Ereignis',
  person: id => `Person ${id}`,
  actions: 'Aktionen',
  tries: 'Versuche',
  answer: 'Antwort',
  took: 'Dauer',
  millis: number => `${number} ms`,
  tried: 'Versucht',
  next: when => `wieder ${when}`,
  noEvent: 'Noch kein Ereignis',
  noEventHint: 'Ereignisse stehen hier, sobald etwas geschieht, das dieser Webhook erfährt.',
  noneChosen: 'Kein Ereignis passt dazu',
  noneChosenHint: 'Wählen Sie einen anderen Ausgang oder eine andere Art von Ereignissen.',
  showMore: 'Mehr zeigen',
  actionsOf: id => `Aktionen für Ereignis ${id}`,
  body: 'Inhalt zeigen',
  bodyOf: id => `Ereignis ${id}`,
  bodyTells:
    'So würde es jetzt gesendet: Adressen werden bei jedem Versuch nachgeschlagen, denn mit dem ' +
    'Ereignis wird keine gespeichert.',
  bodyMasked: 'Was Personen betrifft, ist für Sie verborgen.',
  again: 'Erneut senden',
  sentAgain: id => `Ereignis ${id} wird erneut gesendet.`,
  replay: 'Erneut senden seit …',
  replayOf: name => `Ereignisse von ${name} erneut senden`,
  replayTells:
    'Sie behalten ihre Nummern, an denen das Programm erkennt, was es schon bekommen hat.',
  since: 'Ab',
  sinceHint: 'Leer: alle, die noch da sind.',
  alsoSent: 'Auch zugestellte und wartende',
  count: (count, shown) => (count === 1 ? 'Es ist ein Ereignis.' : `Es sind ${shown} Ereignisse.`),
  countNone: 'So ein Ereignis gibt es nicht.',
  replayNow: 'Erneut senden',
  replayed: (count, shown) =>
    count === 1
      ? 'Ein Ereignis wird erneut gesendet.'
      : `${shown} Ereignisse werden erneut gesendet.`,
  format: 'Format',
  formatHint:
    'Wessen Inhalte und Signaturen die Ereignisse haben: ein anderes für ein Programm, das die jenes Anbieters liest.',
  formatEvents: 'Alle Ereignisse, die dieses Format kennt, werden gesendet.',
  publicKey: 'Der öffentliche Schlüssel, mit dem das Programm Signaturen prüft',
  bodyNone: 'Dieses Format kennt so ein Ereignis nicht: Es wird nicht gesendet.',
}
