import type { events as English } from './texts.ts'

export const de: typeof English = {
  title: 'Ereignisse',
  about:
    'Was ein Shop oder ein anderes Programm über Personen meldet: ein Warenkorb, eine Bestellung, eine Buchung. Auslöser beginnen damit und warten darauf.',
  none: 'Noch kein Programm hat ein Ereignis gemeldet',
  noneHint:
    'Ein Shop meldet sie an eine Quelle, die Sie hier anlegen. Ein eigenes Programm meldet sie mit einem API-Schlüssel; wie, steht in der Referenz der API.',
  noneOthers:
    'Ein Programm meldet sie mit einem API-Schlüssel; wie, steht in der Referenz der API. Quellen für Shops legen Inhaber des Kontos an.',
  name: 'Ereignis',
  lately: 'In 30 Tagen',
  last: 'Zuletzt',
  longAgo: 'länger her, als Ereignisse aufbewahrt werden',
  first: day => `seit ${day}`,
  starts: 'Startet',
  startsNone: 'Kein Auslöser beginnt damit.',
  entered: (count, shown) =>
    count === 1 ? '1 Person eingetreten' : `${shown} Personen eingetreten`,
  paused: 'läuft nicht',
  reference: 'Referenz der API',

  tabs: { events: 'Ereignisse', sources: 'Quellen' },
  sourcesAbout:
    'Eine Quelle ist eine Adresse, an die ein Shop meldet, und ein Geheimnis, das jeden Aufruf signiert. Shops mit Webhooks brauchen kein Programm von Ihnen.',
  sourcesNone: 'Noch keine Quelle',
  sourcesHint:
    'Legen Sie für jede Art von Webhook eine an, etwa für Warenkörbe oder Bestellungen. Sie bekommen eine Adresse und ein Geheimnis und tragen beides in den Einstellungen des Shops ein.',
  add: 'Quelle anlegen',
  source: 'Quelle',
  received: 'Letzter Aufruf',
  never: 'noch keiner',
  recordedTimes: 'Aufgenommen',
  refusedTimes: 'Abgelehnt',
  eventIn: path => `der Name steht bei ${path}`,
  schemes: {
    standard: 'Standard Webhooks',
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
    github: 'wie GitHub',
  },
  scheme: 'Wie sie signiert',
  schemeHint:
    'Eigene Programme signieren am besten nach Standard Webhooks: nur dort gibt es Zeit und Kennung.',
  sourceName: 'Name',
  sourceNameHint: 'Wie Sie sie nennen, etwa: Shop, Bestellungen.',
  ownSecret: 'Geheimnis des Shops',
  ownSecretHint:
    'Nur wenn der Shop eines erzeugt hat, 16 bis 200 Zeichen. Sonst wird hier eines erzeugt.',

  once: 'Tragen Sie beides in den Einstellungen des Shops ein. Das Geheimnis wird nur jetzt gezeigt.',
  onceRotated: 'Tragen Sie es in den Einstellungen des Shops ein. Es wird nur jetzt gezeigt.',
  address: 'Adresse',
  secret: 'Geheimnis',
  copy: 'Kopieren',
  copied: 'Kopiert',

  gone: 'Diese Quelle gibt es nicht.',
  calls: 'Aufrufe',
  callsNone: 'Noch ist nichts gekommen. Die Seite zeigt den ersten Aufruf, sobald er kommt.',
  outcomes: {
    recorded: 'Aufgenommen',
    repeated: 'Noch einmal gemeldet, einmal aufgenommen',
    signature: 'Die Signatur war falsch',
    clock: 'Die Zeit wich um mehr als fünf Minuten ab',
    body: 'Der Inhalt war kein JSON-Objekt',
    'event-name': 'Wo der Name des Ereignisses stehen soll, stand keiner',
    address: 'Wo die E-Mail-Adresse stehen soll, stand keine',
    id: 'Wo die Kennung stehen soll, stand keine',
    values: 'Die Werte waren zu lang: Wählen Sie einige aus',
    nobody: 'Die Adresse gehört keinem Abonnenten',
    'opted-out': 'Die Person hat sich abgemeldet',
    'names-full': 'Es gibt zu viele Namen von Ereignissen',
    conflict: 'Die Kennung gehörte zum Ereignis einer anderen Person oder eines anderen Namens',
    paused: 'Die Quelle war angehalten; der Shop soll es noch einmal versuchen',
  },
  times: (count, shown) => (count === 1 ? 'einmal' : `${shown}-mal`),
  atTime: when => `zuletzt ${when}`,

  where: 'Wo was steht',
  whereHint:
    'Ein Pfad wie customer.email oder items.0.name, oder ein JSON-Pointer wie /customer/email.',
  naming: 'Ihre Ereignisse haben',
  oneName: 'einen festen Namen',
  nameInBody: 'einen Namen, der im Inhalt steht',
  eventName: 'Name der Ereignisse',
  eventNameHint: 'Damit beginnen Auslöser: cart, order.',
  eventAt: 'Wo der Name steht',
  emailAt: 'Wo die Adresse der Person steht',
  idAt: 'Wo die Kennung steht',
  idAtHint: 'Dieselbe Kennung noch einmal ist dasselbe Ereignis. Leer: es gilt, was signiert ist.',
  values: 'Werte für Platzhalter und Bedingungen',
  valuesAll: 'Keiner ist gewählt: der ganze Inhalt bleibt, bis zu 16.000 Zeichen.',
  valueName: 'Wert',
  valuePath: 'Wo er steht',
  addValue: 'Wert hinzufügen',
  removeValue: name => `${name} entfernen`,
  save: 'Speichern',
  saved: 'Die Quelle ist gespeichert.',
  undone: 'Die Quelle ist wie vorher.',

  outline: 'Was ein Aufruf enthält',
  outlineLast:
    'Vom letzten Aufruf; Werte werden nicht aufbewahrt. Wählen Sie einen Pfad, um ihn zu den Werten zu nehmen.',
  outlineTried: 'Aus Ihrem Beispiel. Wählen Sie einen Pfad, um ihn zu den Werten zu nehmen.',
  outlineNone:
    'Sobald ein Aufruf gekommen ist oder Sie ein Beispiel geprüft haben, stehen seine Pfade hier.',
  kinds: {
    address: 'E-Mail-Adresse',
    text: 'Text',
    number: 'Zahl',
    'yes-no': 'ja oder nein',
    list: 'Liste',
    nothing: 'nichts',
  },
  addAsValue: path => `${path} zu den Werten nehmen`,

  tryTitle: 'Ein Beispiel prüfen',
  tryHint:
    'Fügen Sie einen Inhalt ein, wie der Shop ihn meldet. Er wird mit den Pfaden oben gelesen; aufgenommen wird nichts.',
  tryBody: 'Inhalt in JSON',
  try: 'Prüfen',
  tried: 'Es wäre ein Ereignis:',
  lacking: 'Es würde abgelehnt:',
  triedEmail: 'Adresse',
  triedId: 'Kennung',
  triedIdMade: 'aus dem, was signiert ist',
  triedValues: 'Werte',

  keys: 'Geheimnisse',
  key: id => `Geheimnis ${id}`,
  made: when => `erzeugt ${when}`,
  ends: when => `gilt bis ${when}`,
  rotate: 'Neues Geheimnis erzeugen',
  rotateTells: 'Der Shop meldet mit dem jetzigen Geheimnis weiter, bis es endet.',
  keep: 'Das jetzige Geheimnis gilt noch',
  keepHours: {
    '0': 'nicht mehr: es endet jetzt',
    '24': '24 Stunden',
    '168': '7 Tage',
    '720': '30 Tage',
  },

  pause: 'Quelle anhalten',
  pauseAsks: name => `${name} anhalten?`,
  pauseTells:
    'Was gekommen ist, bleibt, und Auslöser gehen damit weiter. Was der Shop danach meldet, wird abgelehnt mit der Bitte, es später noch einmal zu versuchen. Gibt der Shop auf, ist es verloren: Manche versuchen es einige Stunden lang, und WooCommerce schaltet seinen Webhook nach fünf Ablehnungen ab. Sollen nur keine E-Mails hinausgehen, pausieren Sie stattdessen die Auslöser.',
  pausedSource: name => `${name} ist angehalten.`,
  pausedSince: when =>
    `Angehalten seit ${when}. Der Shop soll es später noch einmal versuchen; nichts wird aufgenommen.`,
  pausedBadge: 'Angehalten',
  resume: 'Wieder annehmen',
  resumed: name => `${name} nimmt wieder Ereignisse an.`,

  remove: 'Quelle entfernen',
  removeAsks: name => `${name} entfernen?`,
  removeTells:
    'Ihre Adresse antwortet dann nicht mehr, und ein Shop, der weiter meldet, bekommt einen Fehler. Ihre Ereignisse bleiben.',
  removed: name => `${name} ist entfernt.`,
}
