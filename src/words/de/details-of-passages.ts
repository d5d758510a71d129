/** A subscriber in a trigger: why a step was passed, how a run ended, who enters; in German. */
import type { PassageEvent } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

type Value = (name: string) => string

const events: Record<PassageEvent, readonly [string, string]> = {
  opened: ['Hat geöffnet', 'Nicht geöffnet'],
  clicked: ['Hat geklickt', 'Nicht geklickt'],
  converted: ['Hat gekauft', 'Nicht gekauft'],
  event: ['Das Ereignis kam', 'Das Ereignis kam nicht'],
  changed: ['Das Feld hat sich geändert', 'Das Feld blieb gleich'],
  listed: ['Steht auf der Liste', 'Kam nicht auf die Liste'],
}

const event = (value: Value): readonly [string, string] =>
  events[value('event') as PassageEvent] ?? [value('event'), value('event')]

function length(value: Value): string {
  const minutes = Number(value('minutes'))
  const [size, one, many] =
    minutes % 1440 === 0
      ? ([1440, 'Tag', 'Tagen'] as const)
      : minutes % 60 === 0
        ? ([60, 'Stunde', 'Stunden'] as const)
        : ([1, 'Minute', 'Minuten'] as const)
  return minutes === size ? `1 ${one}` : `${minutes / size} ${many}`
}

const kinds: Partial<Record<string, string>> = {
  newsletter: 'Newsletter',
  list: 'Liste',
  filter: 'Filter',
  webhook: 'Webhook',
  form: 'Formular',
}

const missing = (value: Value): string =>
  value('missing').replaceAll(/[a-z]+/g, kind => kinds[kind] ?? kind)

export const detailsOfPassages = {
  'passed-sent': value => `Newsletter ${value('newsletter')} geht hinaus.`,
  'passed-sms': value => `SMS ${value('sms')} geht hinaus.`,
  'passed-no-sms': () => 'Keine SMS: Es gibt keine Nummer, an die sie gehen kann.',
  'passed-set': value => `DD${value('field')} gesetzt.`,
  'passed-emptied': value => `DD${value('field')} geleert.`,
  'passed-joined': value => `Auf Liste ${value('list')} gesetzt.`,
  'passed-on-list': value => `Stand schon auf Liste ${value('list')} oder hat sich abgemeldet.`,
  'passed-left': value => `Von Liste ${value('list')} genommen.`,
  'passed-called': value => `Webhook ${value('webhook')} gerufen.`,
  'passed-matches': value => `Filter ${value('filter')} trifft zu.`,
  'passed-matches-not': value => `Filter ${value('filter')} trifft nicht zu.`,
  'passed-condition': () => 'Die Bedingung trifft zu.',
  'passed-condition-not': () => 'Die Bedingung trifft nicht zu.',
  'passed-until': value => `Gewartet bis ${value('until')}.`,
  'passed-event': value => `${event(value)[0]}.`,
  'passed-no-event': value => `${event(value)[1]} in ${length(value)}.`,
  'passed-unmeasured': () => 'Wird nicht gemessen.',
  'passed-end': () => 'Hier ist Schluss.',
  'walk-no-wait': () => 'Diese Zeit ist vorbei: keine Pause.',
  'walk-happens': () => 'Angenommen: Es geschieht sofort.',
  'walk-not-within': value => `Angenommen: Es geschieht nicht in ${length(value)}.`,
  'walk-matches': () => 'Trifft zu.',
  'walk-matches-not': () => 'Trifft nicht zu.',
  'walk-paused-wait': () => 'Wartet, bis die Person wieder E-Mails will.',
  'walk-paused-skip': () => 'Fällt aus: Die Person hat ihre E-Mails angehalten.',
  'walk-quiet': () => 'Nach den Ruhezeiten.',
  'ended-finished': () => 'Ganz durchgegangen.',
  'ended-opted-out': () => 'Von allem abgemeldet.',
  'ended-unsubscribed': () => 'Abgemeldet.',
  'ended-erased': () => 'Gelöscht.',
  'ended-left': () => 'Steht nicht mehr auf der Liste.',
  'ended-new-version': () => 'Für eine neue Version herausgenommen.',
  'ended-step-gone': value => `Den Schritt „${value('step')}“ gibt es nicht mehr.`,
  'ended-many': (_, number) => `Mehr als ${number('most')} Schritte.`,
  'ended-walk': (_, number) => `Nach ${number('most')} Schritten angehalten.`,
  'enters-opted-out': () => 'Die Person ist von allem abgemeldet: Sie kommt nicht hinein.',
  'enters-not-listed': value =>
    `Die Person steht nicht auf Liste ${value('list')}: Erst dann kommt sie hinein.`,
  'enters-unsubscribed': value =>
    `Die Person hat sich von Liste ${value('list')} abgemeldet: Sie kommt nicht hinein.`,
  'enters-paused-wait': value =>
    `Die Person hat ihre E-Mails bis ${value('day')} angehalten: So lange wartet sie vor jeder E-Mail.`,
  'enters-paused-skip': value =>
    `Die Person hat ihre E-Mails bis ${value('day')} angehalten: Bis dahin fallen sie aus.`,
  'enters-active': () => 'Die Person ist gerade darin: Vorher kommt sie nicht noch einmal hinein.',
  'enters-always': () => 'Die Person war schon darin und darf wieder hinein.',
  'enters-never': () => 'Die Person war schon darin und kommt nicht wieder hinein.',
  'enters-from': value => `Die Person war schon darin und darf ab ${value('day')} wieder hinein.`,
  'enters-field-empty': value => `DD${value('field')} der Person ist leer: Sie kommt nicht hinein.`,
  'enters-field-other': value =>
    `DD${value('field')} der Person enthält kein Datum wie 2026-11-22: Sie kommt nicht hinein.`,
  'enters-field': value => `DD${value('field')} der Person enthält ${value('day')}.`,
  'enters-field-passed': value =>
    `DD${value('field')} der Person enthält ${value('day')}: Das ist vorbei.`,
  'happens-unknown': value =>
    `„${value('step')}“ ist kein Schritt, der auf ein Ereignis wartet. ` +
    (value('known') === '' ? 'Es gibt keinen.' : `Es gibt: ${value('known')}.`),
  'person-unknown': value => `Kein Abonnent hat die Adresse ${value('email')}.`,
  'trigger-there': value => `Einen Auslöser „${value('name')}“ gibt es schon.`,
  'trigger-list': value =>
    `Die Liste eines Auslösers bleibt, wie sie ist: Liste ${value('list')}. Machen Sie für eine ` +
    'andere einen anderen Auslöser.',
  'trigger-changed': () =>
    'Der Auslöser wurde gleichzeitig geändert: Sehen Sie ihn an, und versuchen Sie es noch einmal.',
  'trigger-inside': (_, number) =>
    `Personen darin: ${number('people')}. Wählen Sie, ob sie ihre Version zu Ende gehen, zur neuen ` +
    'wechseln oder aufhören.',
  'trigger-late': () =>
    'Personen darin sind überfällig: Verspätete E-Mails gehen nur hinaus, wenn Sie es bestätigen.',
  'trigger-needs': value =>
    `Der Auslöser braucht, was gelöscht wurde: ${missing(value)}. Machen Sie eine Version ohne das.`,
  'trigger-needs-older': value =>
    `Der Auslöser braucht in einer älteren Version, in der noch Personen sind, was gelöscht wurde: ` +
    `${missing(value)}. Machen Sie eine Version ohne das.`,
  'trigger-version': value =>
    `Auslöser ${value('trigger')} hat keine Version ${value('version')}. Die neueste ist ` +
    `${value('newest')}.`,
} satisfies DetailWords
