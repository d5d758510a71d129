/** A subscriber in a trigger: why a step was passed, how a run ended, who enters; in Swedish. */
import type { PassageEvent } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

type Value = (name: string) => string

const events: Record<PassageEvent, readonly [string, string]> = {
  opened: ['Har öppnat', 'Inte öppnat'],
  clicked: ['Har klickat', 'Inte klickat'],
  converted: ['Har köpt', 'Inte köpt'],
  event: ['Händelsen kom', 'Händelsen kom inte'],
  changed: ['Fältet ändrades', 'Fältet ändrades inte'],
  listed: ['Finns på listan', 'Kom inte på listan'],
}

const event = (value: Value): readonly [string, string] =>
  events[value('event') as PassageEvent] ?? [value('event'), value('event')]

function length(value: Value): string {
  const minutes = Number(value('minutes'))
  const [size, one, many] =
    minutes % 1440 === 0
      ? ([1440, 'dag', 'dagar'] as const)
      : minutes % 60 === 0
        ? ([60, 'timme', 'timmar'] as const)
        : ([1, 'minut', 'minuter'] as const)
  return minutes === size ? `1 ${one}` : `${minutes / size} ${many}`
}

const kinds: Partial<Record<string, string>> = {
  newsletter: 'nyhetsbrev',
  list: 'lista',
  filter: 'filter',
  webhook: 'webhook',
  form: 'formulär',
}

const missing = (value: Value): string =>
  value('missing').replaceAll(/[a-z]+/g, kind => kinds[kind] ?? kind)

export const detailsOfPassages = {
  'passed-sent': value => `Nyhetsbrev ${value('newsletter')} skickas.`,
  'passed-sms': value => `Sms ${value('sms')} skickas.`,
  'passed-no-sms': () => 'Inget sms: det finns inget nummer som kan få det.',
  'passed-set': value => `DD${value('field')} är satt.`,
  'passed-emptied': value => `DD${value('field')} är tömt.`,
  'passed-joined': value => `Tillagd på lista ${value('list')}.`,
  'passed-on-list': value => `Fanns redan på lista ${value('list')}, eller har avprenumererat.`,
  'passed-left': value => `Borttagen från lista ${value('list')}.`,
  'passed-called': value => `Webhook ${value('webhook')} anropas.`,
  'passed-matches': value => `Filter ${value('filter')} stämmer.`,
  'passed-matches-not': value => `Filter ${value('filter')} stämmer inte.`,
  'passed-condition': () => 'Villkoret stämmer.',
  'passed-condition-not': () => 'Villkoret stämmer inte.',
  'passed-until': value => `Väntade till ${value('until')}.`,
  'passed-event': value => `${event(value)[0]}.`,
  'passed-no-event': value => `${event(value)[1]} inom ${length(value)}.`,
  'passed-unmeasured': () => 'Mäts inte.',
  'passed-end': () => 'Här är det slut.',
  'walk-no-wait': () => 'Den tiden har passerat: ingen väntan.',
  'walk-happens': () => 'Antaget: det händer genast.',
  'walk-not-within': value => `Antaget: det händer inte inom ${length(value)}.`,
  'walk-matches': () => 'Stämmer.',
  'walk-matches-not': () => 'Stämmer inte.',
  'walk-paused-wait': () => 'Väntar tills personen vill ha mejl igen.',
  'walk-paused-skip': () => 'Hoppas över: personen har pausat sina mejl.',
  'walk-quiet': () => 'Efter de tysta timmarna.',
  'ended-finished': () => 'Gick hela vägen.',
  'ended-opted-out': () => 'Avanmäld från allt.',
  'ended-unsubscribed': () => 'Avprenumererade.',
  'ended-erased': () => 'Raderad.',
  'ended-left': () => 'Finns inte längre på listan.',
  'ended-new-version': () => 'Fick lämna för en ny version.',
  'ended-step-gone': value => `Steget ”${value('step')}” finns inte längre.`,
  'ended-many': (_, number) => `Fler än ${number('most')} steg.`,
  'ended-walk': (_, number) => `Stannade efter ${number('most')} steg.`,
  'enters-opted-out': () => 'Personen är avanmäld från allt och kommer inte in.',
  'enters-not-listed': value =>
    `Personen finns inte på lista ${value('list')} och kommer inte in förrän den gör det.`,
  'enters-unsubscribed': value =>
    `Personen har avprenumererat från lista ${value('list')} och kommer inte in.`,
  'enters-paused-wait': value =>
    `Personen har pausat sina mejl till ${value('day')} och väntar så länge före varje mejl.`,
  'enters-paused-skip': value =>
    `Personen har pausat sina mejl till ${value('day')}: dessförinnan hoppas de över.`,
  'enters-active': () => 'Personen är inne nu och kommer inte in igen innan det är slut.',
  'enters-always': () => 'Personen har varit inne och får komma in igen.',
  'enters-never': () => 'Personen har varit inne och kommer inte in igen.',
  'enters-from': value => `Personen har varit inne och får komma in igen från ${value('day')}.`,
  'enters-field-empty': value => `Personens DD${value('field')} är tomt: den kommer inte in.`,
  'enters-field-other': value =>
    `Personens DD${value('field')} är inte ett datum som 2026-11-22: den kommer inte in.`,
  'enters-field': value => `Personens DD${value('field')} är ${value('day')}.`,
  'enters-field-passed': value =>
    `Personens DD${value('field')} är ${value('day')}: det har passerat.`,
  'happens-unknown': value =>
    `”${value('step')}” är inget steg som väntar på en händelse. ` +
    (value('known') === '' ? 'Det finns inget.' : `Det finns: ${value('known')}.`),
  'person-unknown': value => `Ingen prenumerant har adressen ${value('email')}.`,
  'trigger-there': value => `Det finns redan en utlösare ”${value('name')}”.`,
  'trigger-list': value =>
    `En utlösares lista kan inte bytas: det är lista ${value('list')}. Gör en annan utlösare för ` +
    'en annan lista.',
  'trigger-changed': () =>
    'Utlösaren ändrades samtidigt av en annan: titta på den och försök igen.',
  'trigger-inside': (_, number) =>
    `Personer inne: ${number('people')}. Välj om de ska gå klart sin version, gå över till den nya ` +
    'eller sluta.',
  'trigger-late': () =>
    'Det är redan dags för personer där: sena mejl skickas bara om du bekräftar det.',
  'trigger-needs': value =>
    `Utlösaren behöver det som har tagits bort: ${missing(value)}. Gör en version utan det.`,
  'trigger-needs-older': value =>
    'Utlösaren behöver, i en äldre version som personer är kvar i, det som har tagits bort: ' +
    `${missing(value)}. Gör en version utan det.`,
  'trigger-version': value =>
    `Utlösare ${value('trigger')} har ingen version ${value('version')}. Den nyaste är ` +
    `${value('newest')}.`,
} satisfies DetailWords
