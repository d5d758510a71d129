import type { send as English } from '../../features/send/texts.ts'

const counted = (people: string) => `${people} ${people === '1' ? 'person' : 'personer'}`

export const send: typeof English = {
  send: 'Skicka',
  mayNotSend: 'Din roll får inte skicka.',
  allSendings: 'Alla utskick',
  stepStates: { done: 'klart', look: 'att titta på', wrong: 'fel', open: 'öppet' },

  who: 'Vilka får det',
  counted: time => `räknat ${time}, räknas igen när det skickas`,
  counting: 'räknas',
  to: 'Till',
  except: 'utom',
  onlyThose: 'bara',
  addList: 'Lista',
  excludeList: 'Uteslut en lista',
  addFilter: 'Filter',
  remove: name => `Ta bort ${name}`,
  noList: 'Välj listan som det går till.',
  listGone: name =>
    `Listan ${name} är borta: någon tog bort eller arkiverade den. Ta ut den, eller välj en annan.`,
  resend: {
    opened: 'Bara till mottagare som inte öppnade, av',
    clicked: 'Bara till mottagare som inte klickade, av',
  },
  resendOf: 'det här utskicket',
  resendDrop: 'Till alla',
  funnel: (members, willGet) =>
    `Av ${members === '1' ? '1 medlem' : `${members} medlemmar`} får ${willGet} det.`,
  gotIt: 'Mottagare av det andra utskicket',
  leftOut: {
    repeated: 'På flera listor, räknas en gång',
    unsubscribed: 'Avprenumererade',
    'opted-out': 'Har tackat nej',
    complained: 'Har klagat',
    undeliverable: 'Går inte att nå',
    paused: 'Har bett om en paus',
    'left-the-list': 'Har lämnat listan sedan dess',
    opened: 'Har öppnat det',
    clicked: 'Har klickat i det',
    'not-measured': 'Mäts inte',
    'got-it': 'Har redan fått det',
    'excluded-list': 'På en utesluten lista',
    filter: 'Matchar inte filtren',
  },
  willGet: 'Får det',
  repeat: 'Även till dem som redan har fått det',
  whoLink: 'vilka',
  sample: 'vilka',

  inbox: 'Så ser det ut i inkorgen',
  from: 'Från',
  subject: 'Ämne',
  preheader: 'Förhandstext',
  preheaderHint: 'En telefon visar ungefär 45 tecken av ämnet och 60 av den här.',
  testSubject: 'Prova ett andra ämne, en avsändare, ett innehåll eller en tid',
  inboxFigure: 'Så visar en telefon det bland andra mejl',
  inboxTitle: 'Inkorg',
  inboxPhone: 'som i en telefon',
  inboxOthers: [
    { from: 'Sparbanken', subject: 'Ditt kontoutdrag är här', text: 'För förra månaden.' },
    { from: 'Annika', subject: 'På lördag?', text: 'Har du tid för loppisen på lördag' },
  ],

  picture: 'Mejlet i litet',
  checks: 'Kontroller',
  checking: 'Mejlet kontrolleras, även varje länk i det.',
  checkAgain: 'Kontrollera igen',
  checksSum: (passed, look, wrong) =>
    `${passed} godkända, ${look} att titta på, ${wrong === '0' ? 'inget' : wrong} som stoppar det`,
  morePassed: count => `${count} godkända till`,
  severities: { fine: 'Godkänt', look: 'Att titta på', wrong: 'Fel' },
  checked: {
    subject: 'Ämne',
    size: 'Storlek',
    pictures: 'Bilder',
    links: 'Länkar',
    characters: 'Tecken',
    unsubscribe: 'Avprenumerering',
    sender: 'Avsändare',
    tags: 'Taggar',
    blocks: 'Innehåll',
    spam: 'Liknar skräppost',
    access: 'Tillgänglighet',
  },
  testTo: 'Skicka ett testmejl',
  sendTest: 'Skicka testmejl',
  testSent: count => `Skickade testmejl: ${count}.`,
  onlyHere:
    'Länkarna leder bara till den här datorn, så bara den som sitter vid den kan följa dem.',
  onlyHereVerb: 'Skicka ändå',

  when: 'När',
  whens: {
    now: 'Nu',
    at: 'Vid en tid',
    local: 'Var och en på sin lokala tid',
    best: 'Var och en på sin bästa timme',
  },
  nowHint: 'efter 30 sekunder',
  localHint: 'zonen står i ett fält',
  bestHint: 'inom 24 timmar, när de läser mest',
  begins: 'Börjar (tomt: nu)',
  zoneOfOthers: 'Zon för personer vars egen inte är känd',
  noZoneField: 'Inget fält',
  bestSaid: (own, others, hour) => {
    const first = `${own === '1' ? '1 person' : `${own} personer`} får det på sin egen timme`
    if (others === '0') return `${first}.`
    return hour === undefined
      ? `${first}; ${others} till när det börjar, eftersom för lite är känt om dem.`
      : `${first}; ${others} till kl. ${hour}, de flestas timme.`
  },
  bestNone: time => `Ingen har mätts tillräckligt ofta än: alla får det ${time}.`,
  bestEstimated: 'Uppskattat utifrån en del av dem.',
  bestPlan: 'Mejl per timme',
  rowEnds: 'Slutar',
  bestStart: time => `${time}, var och en på sin bästa timme`,
  doneIn: span => `klart på ungefär ${span}`,
  dayAndTime: 'Dag och tid',
  zone: 'Zon',
  zoneField: 'Fält med zonen',
  choose: 'Välj',
  zones: (count, first, none, zone) =>
    `${count === '1' ? '1 zon' : `${count} zoner`}: ${first}. ${none === '1' ? '1 person' : `${none} personer`} utan zon får det vid den tiden i ${zone}.`,
  waits: (count, until, last) =>
    `${count === '1' ? '1 person' : `${count} personer`} har tysta timmar då: deras mejl väntar till ${until} på deras klocka. Det sista går ut ${last}.`,
  anyHour: 'Även under tysta timmar',
  warmUp: 'Bara en andel om dagen, för att värma upp',
  sharePerDay: 'Procent av dem om dagen',
  sharePerDayHint: 'Från 1 till 50. Tomt: alla på en gång.',
  shareWrong: 'Ett tal från 1 till 50.',

  abTest: 'A/B-test',
  abHint: 'en andel får varianterna, resten den bättre',
  abDrop: 'Inget test',
  abAdd: 'Lägg till en variant',
  abRemove: name => `Ta bort variant ${name}`,
  variant: name => `Variant ${name}`,
  abAs: subject => `Som nyhetsbrevet: ${subject}`,
  abAsNewsletter: 'Som nyhetsbrevet',
  abContent: 'Innehåll',
  abLanguages:
    'Nyhetsbrevet är på flera språk. För att prova andra ämnesrader: kopiera det, ändra ämnesraden på varje språk där, och välj kopian som innehåll i en variant.',
  abTime: 'En annan tid',
  abSame: 'Två varianter är lika: ändra något i en av dem.',
  abShare: 'Procent som får testet',
  abBy: 'Bättre är den som får fler',
  abCriteria: { clicks: 'som klickar', opens: 'som öppnar', value: 'i värde' },
  abWait: 'Timmar tills den väljs',
  abSum: (sample, variants, rest) =>
    `${sample === '1' ? '1 person' : `${sample} personer`} får en av de ${variants} varianterna, ${rest} den bättre.`,
  abMeasured: (measured, people) =>
    `${measured} av ${people === '1' ? '1 person' : `${people} personer`} mäts; de andra räknas inte.`,
  abFew: (measured, people) =>
    `Bara ${measured} av ${people === '1' ? '1 person' : `${people} personer`} mäts: för få för att säga vilken variant som är ` +
    'bättre. Ta bort testet, eller låt något annat avgöra.',
  abTie: 'Bara människor räknas, aldrig maskiner. Vid lika blir det den första varianten.',

  summary: 'Vad som kommer att hända',
  rowPeople: 'Personer',
  rowStarts: 'Börjar',
  rowTakes: 'Tar',
  now: time => `nu, ${time}`,
  localStart: time => `${time}, i vars och ens tid`,
  there: (time, zone) => `där ${time}, ${zone}`,
  about: span => `ungefär ${span}`,
  sendTo: people => `Skicka till ${counted(people)}`,
  scheduleTo: people => `Planera för ${counted(people)}`,
  held: 'Hålls kvar i 30 sekunder, så att du kan ångra.',
  heldUntil: 'Till dess går det att ångra.',
  holds: {
    audience: 'Vilka som får det är inte säkert: se ovan.',
    nobody: 'Ingen skulle få det.',
    checks: 'En kontroll fann något som först måste rättas.',
    when: 'Något saknas: se stegen.',
  },
  farMore: 'Långt fler än vanligt',
  farMoreHint: (people, usual) =>
    `${people === '1' ? '1 person' : `${people} personer`} skulle få det. Utskick till listan når vanligen ${usual}.`,
  typeNumber: people => `Skriv ${people} för att skicka det`,
  numberWrong: 'Det är ett annat tal.',
}
