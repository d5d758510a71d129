import type { send as English } from '../../features/send/texts.ts'

const counted = (people: string) => `${people} ${people === '1' ? 'Person' : 'Personen'}`

export const send: typeof English = {
  send: 'Senden',
  mayNotSend: 'Ihre Rolle darf nicht senden.',
  allSendings: 'Alle Sendungen',
  stepStates: { done: 'fertig', look: 'ansehen', wrong: 'falsch', open: 'offen' },

  who: 'Wer bekommt es',
  counted: time => `gezählt ${time}, beim Senden noch einmal`,
  counting: 'wird gezählt',
  to: 'An',
  except: 'außer',
  onlyThose: 'nur',
  addList: 'Liste',
  excludeList: 'Liste ausschließen',
  addFilter: 'Filter',
  remove: name => `${name} herausnehmen`,
  noList: 'Wählen Sie die Liste, an die es geht.',
  listGone: name =>
    `Die Liste ${name} ist fort: Jemand hat sie entfernt oder archiviert. Nehmen Sie sie heraus, ` +
    'oder wählen Sie eine andere.',
  resend: {
    opened: 'Nur an Empfänger, die nicht geöffnet haben, von',
    clicked: 'Nur an Empfänger, die nicht geklickt haben, von',
  },
  resendOf: 'dieser Sendung',
  resendDrop: 'An alle',
  funnel: (members, willGet) =>
    `Von ${members === '1' ? '1 Mitglied' : `${members} Mitgliedern`} bekommen es ${willGet}.`,
  gotIt: 'Empfänger der anderen Sendung',
  leftOut: {
    repeated: 'Auf mehreren Listen, einmal gezählt',
    unsubscribed: 'Abgemeldet',
    'opted-out': 'Von allem abgemeldet',
    complained: 'Beschwert',
    undeliverable: 'Unzustellbar',
    paused: 'Machen Pause',
    'left-the-list': 'Haben die Liste verlassen',
    opened: 'Haben es geöffnet',
    clicked: 'Haben darin geklickt',
    'not-measured': 'Werden nicht gemessen',
    'got-it': 'Haben es schon bekommen',
    'excluded-list': 'Auf einer ausgeschlossenen Liste',
    filter: 'Passen nicht zu den Filtern',
  },
  willGet: 'Bekommen es',
  repeat: 'Auch an Personen, die es schon bekommen haben',
  whoLink: 'wer',
  sample: 'wer',

  inbox: 'Wie es im Posteingang aussieht',
  from: 'Von',
  subject: 'Betreff',
  preheader: 'Vorschautext',
  preheaderHint: 'Ein Telefon zeigt etwa 45 Zeichen des Betreffs und 60 hiervon.',
  testSubject: 'Einen zweiten Betreff, Absender, Inhalt oder Zeitpunkt testen',
  inboxFigure: 'Wie ein Telefon es unter anderen E-Mails zeigt',
  inboxTitle: 'Posteingang',
  inboxPhone: 'wie auf einem Telefon',
  inboxOthers: [
    { from: 'Sparverein', subject: 'Ihr Kontoauszug ist da', text: 'Für den letzten Monat.' },
    { from: 'Annika', subject: 'Samstag?', text: 'Hast du am Samstag Zeit für den Flohmarkt' },
  ],

  picture: 'Die E-Mail in klein',
  checks: 'Prüfungen',
  checking: 'Die E-Mail wird geprüft, auch jeder Link darin.',
  checkAgain: 'Erneut prüfen',
  checksSum: (passed, look, wrong) =>
    `${passed} bestanden, ${look} anzusehen, ${wrong === '0' ? 'nichts' : wrong}, was es aufhält`,
  morePassed: count => `${count} weitere bestanden`,
  severities: { fine: 'Bestanden', look: 'Ansehen', wrong: 'Falsch' },
  checked: {
    subject: 'Betreff',
    size: 'Größe',
    pictures: 'Bilder',
    links: 'Links',
    characters: 'Zeichen',
    unsubscribe: 'Abmelden',
    sender: 'Absender',
    tags: 'Platzhalter',
    blocks: 'Inhalt',
    spam: 'Wirkt wie Spam',
    access: 'Barrierefreiheit',
  },
  testTo: 'Einen Test senden',
  sendTest: 'Test-E-Mail senden',
  testSent: count => `Test-E-Mails gesendet: ${count}.`,
  onlyHere: 'Links darin führen nur zu diesem Rechner; nur wer an ihm sitzt, kann ihnen folgen.',
  onlyHereVerb: 'Trotzdem senden',

  when: 'Wann',
  whens: {
    now: 'Jetzt',
    at: 'Zu einer Zeit',
    local: 'Jeder zu seiner Ortszeit',
    best: 'Jeder zu seiner besten Stunde',
  },
  nowHint: 'nach 30 Sekunden',
  localHint: 'die Zone steht in einem Feld',
  bestHint: 'binnen 24 Stunden, wenn sie am meisten lesen',
  begins: 'Beginnt (leer: jetzt)',
  zoneOfOthers: 'Zone von Personen, deren eigene nicht bekannt ist',
  noZoneField: 'Kein Feld',
  bestSaid: (own, others, hour) => {
    const first = `${own === '1' ? '1 Person bekommt' : `${own} Personen bekommen`} es zur eigenen Stunde`
    if (others === '0') return `${first}.`
    return hour === undefined
      ? `${first}; ${others} weitere zu Beginn, weil zu wenig von ihnen bekannt ist.`
      : `${first}; ${others} weitere um ${hour}, der Stunde der meisten.`
  },
  bestNone: time => `Noch niemand wurde oft genug gemessen: Alle bekommen es ${time}.`,
  bestEstimated: 'Aus einem Teil von ihnen geschätzt.',
  bestPlan: 'E-Mails nach Stunde',
  rowEnds: 'Endet',
  bestStart: time => `${time}, jeder zu seiner besten Stunde`,
  doneIn: span => `fertig in etwa ${span}`,
  dayAndTime: 'Tag und Uhrzeit',
  zone: 'Zone',
  zoneField: 'Feld mit der Zone',
  choose: 'Wählen',
  zones: (count, first, none, zone) =>
    `${count === '1' ? '1 Zone' : `${count} Zonen`}: ${first}. ${none === '1' ? '1 Person ohne Zone bekommt' : `${none} Personen ohne Zone bekommen`} es zu dieser Zeit in ${zone}.`,
  waits: (count, until, last) =>
    `${count === '1' ? '1 Person hat' : `${count} Personen haben`} dann Ruhezeit: Ihre E-Mail wartet bis ${until} auf ihrer Uhr. Die letzte geht ${last} hinaus.`,
  anyHour: 'Auch in Ruhezeiten',
  warmUp: 'Nur ein Anteil am Tag, zum Aufwärmen',
  sharePerDay: 'Prozent davon am Tag',
  sharePerDayHint: 'Von 1 bis 50. Leer: alle auf einmal.',
  shareWrong: 'Eine Zahl von 1 bis 50.',

  abTest: 'A/B-Test',
  abHint: 'ein Anteil bekommt die Varianten, der Rest die bessere',
  abDrop: 'Kein Test',
  abAdd: 'Variante hinzufügen',
  abRemove: name => `Variante ${name} entfernen`,
  variant: name => `Variante ${name}`,
  abAs: subject => `Wie der Newsletter: ${subject}`,
  abAsNewsletter: 'Wie der Newsletter',
  abContent: 'Inhalt',
  abLanguages:
    'Der Newsletter ist in mehreren Sprachen. Für andere Betreffzeilen: kopieren Sie ihn, ändern Sie dort den Betreff jeder Sprache, und wählen Sie die Kopie als Inhalt einer Variante.',
  abTime: 'Andere Zeit',
  abSame: 'Zwei Varianten sind gleich: Ändern Sie etwas an einer.',
  abShare: 'Prozent, die den Test bekommen',
  abBy: 'Besser ist, was mehr bringt',
  abCriteria: { clicks: 'Klickende', opens: 'Öffnende', value: 'Wert' },
  abWait: 'Stunden bis zur Wahl',
  abSum: (sample, variants, rest) =>
    `${sample === '1' ? '1 Person bekommt' : `${sample} Personen bekommen`} eine der ${variants} Varianten, ${rest} die bessere.`,
  abMeasured: (measured, people) =>
    `${measured} von ${people === '1' ? '1 Person wird gemessen' : `${people} Personen werden gemessen`}; die anderen zählen nicht.`,
  abFew: (measured, people) =>
    `Nur ${measured} von ${people === '1' ? '1 Person' : `${people} Personen`} werden gemessen: zu wenige, um zu sagen, welche ` +
    'Variante besser ist. Lassen Sie den Test weg, oder lassen Sie etwas anderes entscheiden.',
  abTie: 'Nur Menschen zählen, nie Maschinen. Bei Gleichstand ist es die erste Variante.',

  summary: 'Was geschehen wird',
  rowPeople: 'Personen',
  rowStarts: 'Beginnt',
  rowTakes: 'Dauert',
  now: time => `jetzt, ${time}`,
  localStart: time => `${time}, zur Ortszeit jeder Person`,
  there: (time, zone) => `dort ${time}, ${zone}`,
  about: span => `etwa ${span}`,
  sendTo: people => `An ${counted(people)} senden`,
  scheduleTo: people => `Für ${counted(people)} planen`,
  held: '30 Sekunden zurückgehalten, damit Sie es rückgängig machen können.',
  heldUntil: 'Bis dahin lässt es sich rückgängig machen.',
  holds: {
    audience: 'Wer es bekommt, steht nicht fest: siehe oben.',
    nobody: 'Niemand würde es bekommen.',
    checks: 'Eine Prüfung fand, was zuerst berichtigt werden muss.',
    when: 'Etwas fehlt: siehe die Schritte.',
  },
  farMore: 'Weit mehr als üblich',
  farMoreHint: (people, usual) =>
    `${people === '1' ? '1 Person würde' : `${people} Personen würden`} es bekommen. Sendungen an diese Liste erreichen meist ${usual}.`,
  typeNumber: people => `Tippen Sie ${people}, um zu senden`,
  numberWrong: 'Das ist eine andere Zahl.',
}
