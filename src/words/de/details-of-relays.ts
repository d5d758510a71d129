/** Refusals about relays, in German. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfRelays = {
  'relay-nameless': () => 'Ein Relay braucht einen Namen.',
  'relay-default': () =>
    'Diesen Namen hat das Relay aus den Einstellungen: Nehmen Sie einen anderen.',
  'relay-twin': value => `Ein Relay ${value('name')} gibt es schon.`,
  'route-unknown': value => `Ein Relay „${value('name')}“ gibt es nicht.`,
  'relay-unknown': value => `Ein Relay „${value('name')}“ gibt es nicht.`,
  'relay-of-settings': () =>
    'Die Adresse dieses Relays steht in den Einstellungen der Installation und wird dort geändert.',
  'relay-connections': (_, number) =>
    `Die Zahl der Verbindungen liegt zwischen ${number('from')} und ${number('to')}.`,
  'relay-emails': (_, number) =>
    `Die Zahl der E-Mails je Verbindung liegt zwischen ${number('from')} und ${number('to')}.`,
  'relay-quota': (_, number) =>
    `Die Menge eines Tages liegt zwischen ${number('from')} und ${number('to')} E-Mails.`,
  'relay-priority': (_, number) =>
    `Der Vorrang ist eine ganze Zahl von ${number('from')} bis ${number('to')}.`,
  'relay-rate': (_, number) =>
    `Das Tempo liegt über 0 und bei höchstens ${number('most')} E-Mails in der Sekunde.`,
  'provider-unknown': value =>
    `Einen Anbieter „${value('name')}“ kennen wir nicht. Geben Sie sonst eine Domain an, etwa ` +
    'example.com.',
  'provider-limits': () =>
    'Grenzen für einen Anbieter sind ganze Zahlen. Ohne Angabe gilt keine Grenze.',
  'provider-rate': (_, number) =>
    `Das Tempo liegt bei höchstens ${number('most')} E-Mails in der Sekunde.`,
  'rule-empty': () =>
    'Eine Regel nennt ein Konto, eine Liste, eine Art von E-Mails oder eine Absender-Domain.',
  'rule-kind': value => `Eine Art von E-Mails „${value('name')}“ gibt es nicht.`,
  'rule-domain': value =>
    `„${value('name')}“ ist keine Domain. Eine Domain ist zum Beispiel news.example.com.`,
  'rules-many': (_, number) =>
    `Es gibt schon ${number('most')} Regeln: Entfernen Sie zuerst einige.`,
  'rule-none': value => `Eine Regel ${value('id')} gibt es nicht.`,
  'rule-twin': value => `Die Regel ${value('id')} sagt dasselbe schon.`,
  'warm-up-none': value => `Das Relay ${value('name')} wird nicht aufgewärmt.`,
  'warm-up-objections': value =>
    `${value('objections')} Einwände gegen ${value('messages')} E-Mails.`,
  'warm-up-complaints': value =>
    `${value('complaints')} Beschwerden über ${value('messages')} E-Mails.`,
  'warm-up-unused': value => `nur ${value('messages')} E-Mails wurden versendet.`,
  'warm-up-first': (_, number) =>
    `Am ersten Tag des Aufwärmens sind es zwischen 1 und ${number('most')} E-Mails.`,
  'warm-up-growth': () =>
    'Das Wachstum je Tag liegt zwischen dem 1,05-Fachen und dem 4-Fachen; üblich ist das ' +
    '1,5-Fache.',
  'warm-up-goal': () =>
    'Das Ziel des Aufwärmens ist eine ganze Zahl und nicht kleiner als die Menge des ersten Tages.',
  'relay-address-long': (_, number) =>
    `Die Adresse eines Relays hat höchstens ${number('most')} Zeichen.`,
  'test-address': value => `„${value('address')}“ ist keine Adresse, an die man senden kann.`,
  'test-senderless': () =>
    'Es gibt noch keine Liste, deren Absender genommen werden könnte. Geben Sie einen an.',
  'relay-tokenless': value => `${value('name')} meldet sich nicht mit OAuth 2 an.`,
  'relay-token': value => `Es kam kein Token: ${value('says')}.`,
  'events-providerless': value =>
    `Wählen Sie, wessen Webhooks mit dem Schlüssel unterschrieben sind: ${value('known')}.`,
  'events-provider': value =>
    `Webhooks von „${value('name')}“ kennen wir nicht, sondern die von ${value('known')}.`,
  'events-key': () =>
    'Das ist nicht der Schlüssel, mit dem dieser Anbieter seine Webhooks unterschreibt.',
} satisfies DetailWords
