/** Mistakes in the text of a trigger, in Swedish. */
import type { DefinitionObject, DefinitionPart, NeededEntry } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

/** The name of a value, and the words to write where it is missing. */
const parts: Record<DefinitionPart, readonly [string, string]> = {
  trigger: ['Utlösarens namn', '”trigger: Välkommen”'],
  step: ['Stegets namn', '”- step: hej”'],
  zone: ['Tidszonen', '+01:00 eller Europe/Stockholm'],
  newsletter: ['Nyhetsbrevet', 'dess nummer eller namn'],
  list: ['Listan', 'dess nummer eller namn'],
  filter: ['Filtret', 'dess nummer eller namn'],
  webhook: ['Webhooken', 'dess nummer eller namn'],
  form: ['Formuläret', 'dess nummer eller namn'],
  field: ['Datafältet', 'DD5 eller dess namn'],
  link: ['Länken', 'adressen som den står i nyhetsbrevet'],
  condition: ['Villkoret', 'det som i filter: if: country = "46"'],
  sms: ['Texten', 'texten i sms:et'],
  wait: ['Väntans längd', '”wait: 3 days”'],
  way: ['Målet', 'namnet på ett steg eller ”end”'],
  'leap day': ['”leap day”', '”28 February” eller ”1 March”'],
  paused: ['”paused”', '”wait” eller ”skip”'],
  quiet: ['”quiet hours”', '”22:00 to 08:00”'],
  again: ['”again”', '”never”, ”always” eller ”after 30 days”'],
  within: ['”within”', '”5 days”'],
  every: ['”every”', '”year” eller ”once”'],
  time: ['Klockslaget', 'det som 09:00'],
  days: ['Antalet dagar', '”3 days”'],
  event: ['Händelsens namn', 'det som programmet skickar det'],
  value: ['Värdet', 'ut det'],
}

/** There is none of it; several are called alike; the account has none. */
const objects: Record<DefinitionObject, readonly [string, string, string]> = {
  newsletter: ['inget nyhetsbrev', 'nyhetsbrev', 'inga nyhetsbrev'],
  list: ['ingen lista', 'listor', 'inga listor'],
  filter: ['inget filter', 'filter', 'inga filter'],
  webhook: ['ingen webhook', 'webhookar', 'inga webhookar'],
  form: ['inget formulär', 'formulär', 'inga formulär'],
}

const needed: Record<NeededEntry, string> = {
  trigger: 'Det är utlösarens namn: ”trigger: Välkommen”.',
  list: 'En utlösare hör till en lista: ”list: News”, eller listans nummer.',
  start: 'Det säger vem som kommer in: ”start: joined”.',
  steps: 'Det säger vad som händer sedan: rader som börjar med ”- step:”.',
}

const yaml: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'Sätt citattecken runt text med kolon och blanksteg; rader i ett block börjar i samma kolumn.',
  BAD_INDENT:
    'Rader i ett block börjar i samma kolumn. Text som börjar med { eller [ står inom citattecken.',
  TAB_AS_INDENT: 'Dra in med blanksteg.',
  BAD_SCALAR_START: 'Sätt citattecken runt texten.',
  UNEXPECTED_TOKEN:
    'Sätt citattecken runt hela texten, när den börjar med ett citattecken eller en parentes.',
  BAD_DQ_ESCAPE: 'Tecknet passar inte efter ett omvänt snedstreck. Använd enkla citattecken.',
  MISSING_CHAR: 'Det saknas ett tecken: en parentes, ett citattecken eller ett kolon.',
  MULTILINE_IMPLICIT_KEY: 'Ordet före ett kolon står på en rad.',
  BLOCK_IN_FLOW: 'Mellan parenteser skiljs uppgifterna av kommatecken.',
}

type Value = (name: string) => string

const part = (value: Value): readonly [string, string] =>
  parts[value('what') as DefinitionPart] ?? [value('what'), '']

const object = (value: Value): readonly [string, string, string] => {
  const kind = value('kind')
  return objects[kind as DefinitionObject] ?? [kind, kind, kind]
}

/** An id, or a name in quotes. */
const written = (name: string): string => (/^\d+$/.test(name) ? name : `”${name}”`)

export const detailsOfDefinitions = {
  'definition-long': (_, number) => `Texten har högst ${number('most')} tecken.`,
  'definition-empty': () =>
    'Texten är tom. En utlösare börjar med sitt namn, sin lista och sin start.',
  'definition-words': (_, number) => `Texten har högst ${number('most')} ord, tecken och radslut.`,
  'definition-deep': value => `Texten är indragen högst ${value('most')} nivåer.`,
  'definition-yaml': value =>
    `Det är inte giltig YAML. ${yaml[value('error')] ?? `Fel: ${value('error')}.`}`,
  'definition-two': () =>
    'En text innehåller en utlösare: ta bort ”---” och allt som kommer efter.',
  'definition-alias': () => 'Hänvisningar (*namn) går inte: skriv ut värdet.',
  'definition-tag': () => 'Märken (!namn) går inte.',
  'definition-key': () =>
    'Före ett kolon står ett ord. Text som börjar med { står inom citattecken.',
  'definition-twice': value => `”${value('name')}” står två gånger.`,
  'definition-shape': value =>
    `En utlösare består av rader ”ord: värde”, med dessa ord: ${value('known')}.`,
  'definition-lacks': value =>
    `”${value('word')}:” saknas. ${needed[value('word') as NeededEntry] ?? ''}`.trim(),
  'entry-unknown': value =>
    `${value('word') === '' ? 'En utlösare' : `”${value('word')}”`} har inget ` +
    `”${value('name')}”, utan: ${value('known')}.`,
  'part-text': value =>
    `${part(value)[0]} ska vara text. Börjar den med en parentes står den inom citattecken.`,
  'part-long': (value, number) => `${part(value)[0]} har högst ${number('most')} tecken.`,
  'part-controls': value => `${part(value)[0]} innehåller styrtecken.`,
  'part-missing': value => `${part(value)[0]} saknas. Skriv ${part(value)[1]}.`,
  'named-none': value =>
    `Det finns ${object(value)[0]} ${written(value('name'))}. ` +
    (value('known') === ''
      ? `Kontot har ${object(value)[2]} än.`
      : `Det finns: ${value('known')}.`),
  'named-many': value =>
    `${value('found')} ${object(value)[1]} heter ”${value('name')}”. Skriv numret: ` +
    `${value('ids')}.`,
  'named-field': value =>
    `Det finns inget datafält ”${value('name')}”, utan: ` +
    `${value('known') === '' ? '' : `${value('known')}, `}DD1 till DD100.`,
  'link-shape': () =>
    'En länk är en adress, som den står i nyhetsbrevet: https://shop.example/sale.',
  'condition-wrong': value =>
    `I villkoret, rad ${value('line')}, kolumn ${value('column')}: ${value('says')}`,
  'quiet-shape': () =>
    '”quiet hours” skrivs som ”22:00 to 08:00”, eller som ”22:00 to 08:00 in DD7” med datafältet för tidszoner.',
  'quiet-whole-day': () => 'De tysta timmarna varar hela dygnet: inget skulle någonsin skickas.',
  'paused-shape': () => '”paused” är ”skip” eller ”wait”: för personer som har pausat sina mejl.',
  'again-shape': () => '”again” är ”never”, ”always” eller ”after 30 days” (1 till 3660).',
  'start-shape': value =>
    '”start” är ”joined” eller ”converted”, eller så står något av dessa på raden under: ' +
    `${value('words')}.`,
  'wait-for-shape': value =>
    '”wait for” är ”converted”, eller så står något av dessa på raden under: ' +
    `${value('words')}.`,
  'event-second': value =>
    `”${value('word')}” tar bara en händelse: ”${value('event')}” står redan där.`,
  'event-shape': () =>
    'En händelses namn börjar med en bokstav och består av bokstäver, siffror, blanksteg och ' +
    '. _ : -.',
  'unknown-people-shape': () =>
    '”unknown people” är ”refuse” eller ”add”: den som inte är prenumerant sätts på utlösarens lista.',
  'event-step': value => `Steget ”${value('step')}” skickar inget nyhetsbrev.`,
  'feed-address': () =>
    '”feed” är adressen till ett flöde (RSS, Atom eller JSON Feed): https://shop.example/feed.xml.',
  'feed-at-missing': () =>
    'Ange när flödet ska läsas: ”at: Monday 08:00”, eller ”at: 08:00” för varje dag.',
  'feed-at-shape': () =>
    'Ett flöde läses ”Monday 08:00”, ”Monday, Thursday 08:00” eller varje dag ”08:00”.',
  'feed-first-shape': () =>
    '”first” är hur många av inläggen som redan finns som ska skickas: 0 till 20.',
  'within-missing': () => 'Ange hur länge som längst: ”within: 5 days”.',
  'within-shape': () => '”within” skrivs ”5 days” eller ”12 hours”.',
  'date-both-ways': () => 'Av ”before” och ”after” går bara det ena.',
  'every-shape': () => '”every” är ”year” (den dagen varje år) eller ”once” (precis det datumet).',
  'at-missing': () => 'Ange klockslaget: ”at: 09:00”.',
  'at-shape': () => 'Ett klockslag skrivs 09:00.',
  'leap-day-shape': () =>
    '”leap day” är ”28 February” eller ”1 March”: dagen som gäller för 29 februari vanliga år.',
  'days-shape': value =>
    `Ett antal dagar skrivs ”3 days”: från ${value('least')} till ${value('most')}.`,
  'wait-shape': () =>
    'Så skrivs ingen väntan, utan ”3 days”, ”2 hours”, ”3 days at 09:00”, ”next Tuesday 09:00”, ' +
    '”09:00” eller ”until 2026-12-24 09:00”.',
  'wait-timeless': value => `Ange klockslaget: ”${value('text')} 09:00”.`,
  'wait-never': value => `${value('until')} finns inte i tidszonen ${value('zone')}.`,
  'wait-short': () => 'En väntan är minst en minut.',
  'wait-long': (_, number) => `En väntan är högst ${number('most')} dagar.`,
  'steps-shape': () => '”steps” är en lista: rader under den som börjar med ”- step: NAMN”.',
  'steps-many': value => `En utlösare har högst ${value('most')} steg.`,
  'step-shape': () => 'Ett steg börjar med ”- step: NAMN”.',
  'step-twice': value => `Steget ”${value('step')}” finns redan: varje steg har ett eget namn.`,
  'step-nameless': () => 'Ett steg behöver ett namn: börja det med ”- step: NAMN”.',
  'step-signs': () => 'Ett stegs namn består av bokstäver, siffror, blanksteg, - och _.',
  'step-end': () => '”end” står för slutet: välj ett annat namn.',
  'step-idle': value => `Vad steget ”${value('step')}” gör saknas: något av ${value('known')}.`,
  'step-second': value =>
    `Ett steg gör en sak: ”${value('word')}” står redan där. Gör två steg av det.`,
  'end-value': () => '”end” har inget värde.',
  'set-value': () => "Ange fältets värde: ”to: ja”, eller ”to: ''” för att tömma det.",
  'ways-missing': () =>
    'Ange vart det leder: ”then: STEG”, ”else: STEG” eller ”end”. Annars leder det till nästa steg.',
  'unmeasured-event': () =>
    '”unmeasured” gäller bara öppningar och klick: av andra händelser är det känt vem som har dem.',
  'step-none': value => `Det finns inget steg ”${value('step')}”, utan: ${value('known')}, end.`,
} satisfies DetailWords
