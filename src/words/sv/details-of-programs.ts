/** Refusals to programs and to who runs the installation, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

const ENDED: Record<string, string> = {
  released: 'släppt',
  refused: 'avslaget',
  expired: 'förfallet',
}

const ALLOWED = 'Den som driver installationen kan tillåta värden.'

export const detailsOfPrograms = {
  'webhook-nameless': () => 'En webhook behöver ett namn.',
  'webhooks-many': value => `Ett konto kan ha högst ${value('most')} webhooks.`,
  'webhook-twin': value => `Det finns redan en webhook ${value('name')}.`,
  'webhook-fragment': () => 'Det som står efter # i en URL skickas aldrig: ta bort det.',
  'webhook-inside': value =>
    `Till ${value('host')} skickas ingenting: värden ligger i ett nät dit inget får gå ` +
    'härifrån. Den som driver installationen kan tillåta den.',
  'answer-no-event': () => 'Inte skickad: Formatet har ingen sådan händelse.',
  'answer-late': value => `Inget svar inom ${value('seconds')} s.`,
  'answer-redirect': value => `${value('answer')}: omdirigeringar följs inte.`,
  'answer-refused': () => 'Servern tog inte emot anslutningen.',
  'answer-closed': () => 'Servern avbröt anslutningen.',
  'answer-unanswered': () => 'Servern svarade inte.',
  'answer-unreachable': () => 'Servern går inte att nå.',
  'answer-no-dns': () => 'DNS svarade inte.',
  'answer-no-host': () => 'Det finns ingen server med det namnet.',
  'answer-expired': () => 'Serverns certifikat har gått ut.',
  'answer-other-name': () => 'Serverns certifikat gäller ett annat namn.',
  'answer-unverified': value => `Serverns certifikat är inte betrott (${value('message')}).`,
  'answer-handshake': () => 'Det blev ingen krypterad anslutning (TLS).',
  'answer-not-http': () => 'Det som svarar är ingen webbserver.',
  'answer-timeout': () => 'Anslutningen tog för lång tid.',
  'answer-loopback': value => `${value('host')} leder till tjänstens egen dator. ${ALLOWED}`,
  'answer-private': value => `${value('host')} leder till ett privat nät. ${ALLOWED}`,
  'answer-link-local': value => `${value('host')} leder till ett lokalt nät. ${ALLOWED}`,
  'answer-special': value =>
    `${value('host')} leder till en adress som inte hör till en enda dator. ${ALLOWED}`,
  'event-kind': value => `Det finns ingen sorts händelser ”${value('kind')}”.`,
  'event-kind-format': value =>
    `Formatet ${value('format')} har ingen händelse av sorten ”${value('kind')}”.`,
  'event-kinds-none': () => 'En webhook behöver minst en sorts händelser.',
  'keys-overlap': value => `Två nycklar gäller samtidigt i 0 till ${value('most')} timmar.`,
  'webhook-unknown': value => `Det finns ingen webhook ”${value('name')}”.`,
  'event-none': value => `Det finns ingen händelse ”${value('event')}”.`,
  'event-gone': value => `Det finns ingen händelse ${value('event')}, eller så har den raderats.`,
  'event-values-long': (_, number) => `Värdena har mer än ${number('most')} tecken.`,
  'event-names-many': (_, number) => `Kontot har redan ${number('most')} namn på händelser.`,
  'event-of-other': () => 'Numret hör till en händelse med ett annat namn eller en annan person.',
  'proposals-many': (_, number) =>
    `${number('most')} förslag väntar redan: först måste en medlem besluta om dem.`,
  'proposal-ended': value =>
    `Förslaget väntar inte längre: det är ${ENDED[value('state')] ?? 'avgjort'}.`,
  'proposal-changed': () =>
    'Det som förslaget bygger på har ändrats. Se på det som det är nu och släpp det.',
  'proposal-people': (_, number) => `${number('people')} personer skulle få det. Bekräfta antalet.`,
  'proposal-by-key': () =>
    'En API-nyckel beslutar inte om förslag: en medlem släpper eller avslår det.',
  'transactions-of': () => 'Ange ett projekt, en adress eller programmets nyckel.',
  'project-none': value => `Det finns inget projekt ”${value('project')}”.`,
  'batch-none': value => `Det finns ingen bunt ”${value('batch')}”.`,
  'project-nameless': () => 'Ett projekt behöver ett namn.',
  'project-number': () => 'Namnet får inte vara ett tal eller en GUID, för även så hittas projekt.',
  'project-twin': value => `Så heter redan projekt ${value('id')}.`,
  'project-sender': () => 'Avsändaradressen är ingen e-postadress.',
  'project-reply': () => 'Svarsadressen är ingen e-postadress.',
  'project-guid': () => 'Det är ingen GUID.',
  'project-guid-taken': value => `GUID:n är upptagen: projektet ”${value('name')}” har den.`,
  'project-days': (_, number) => `Det sparas i 1 till ${number('most')} dagar, eller utan slut.`,
  'project-senderless': value =>
    `Nyhetsbrev ${value('newsletter')} har ingen avsändare, och inte heller dess lista: ge ` +
    'projektet en.',
  'project-versions': value => `Ett projekt har högst ${value('most')} versioner.`,
  'version-name': () => 'En versions namn har 1 till 20 bokstäver och siffror, till exempel A.',
  'version-twice': value => `Version ${value('name')} står två gånger.`,
  'version-weight': (_, number) => `En vikt är ett heltal upp till ${number('most')}.`,
  'version-weights': () => 'Minst en version behöver en vikt.',
  'cursor-wrong': () => 'Markören är inte giltig. Läs in sidan igen.',
  'text-zero': () => 'En text har ett nolltecken, som inte kan sparas.',
  'id-high': (value, number) =>
    `Numret ${value('id')} passar inte: nummer går från 1 till ${number('most')}.`,
  'id-taken': value => `Numret ${value('id')} är upptaget: ”${value('name')}” har det.`,
  'id-used': value =>
    `Numret ${value('id')} har getts ut förut, till något som är borta eller aldrig blev ` +
    'klart. Ange ett annat.',
  'move-unfinished': value =>
    `En kopia från ${value('url')} är inte klar: gör klart den först, eller glöm den.`,
  'move-busy': value =>
    'En annan process kopierar till det här kontot. Om dess dator har fallit bort, försök ' +
    `igen om ${value('seconds')} s.`,
  'move-running': () => 'En process kopierar till det här kontot: stoppa den först.',
  'key-by-person': () => 'En nyckel tas över av någon som anger sitt lösenord, inte av en nyckel.',
  'account-none': () => 'Det kontot finns inte.',
  'username-wrong': value =>
    `Ett användarnamn har 1 till ${value('most')} tecken, inga styrtecken och inga blanksteg ` +
    'i början eller slutet.',
  'account-taken': value => `Det finns redan ett konto ${value('name')}.`,
  'domain-wrong': value => `”${value('domain')}” är ingen domän som example.com.`,
  'dkim-domain': value => `”${value('name')}” är ingen domän.`,
  'dkim-selector-wrong': value =>
    `”${value('name')}” är ingen selektor: den har bokstäver, siffror och bindestreck.`,
  'changed-by': value =>
    `${value('who')} har ändrat det sedan du öppnade det. Inget av ditt har skrivits över.`,
  'changed-since': () => 'Det har ändrats sedan du öppnade det. Inget av ditt har skrivits över.',
  'link-unmailed': value => `Länken skickades inte med mejl: ${value('says')}`,
  'mailbox-unreadable': value => `Postlådan går inte att läsa: ${value('says')}`,
  'inbox-every': (_, number) =>
    `En postlåda hämtas med ${number('least')} till ${number('most')} sekunders mellanrum.`,
  'inbox-twin': value => `${value('mailbox')} hämtas redan.`,
  'inbox-none': value => `Det finns ingen postlåda ${value('mailbox')}.`,
  'people-of-sending': (value, _, moment) =>
    `Mottagarna av utskick ${value('sending')} har raderats (${moment('at')}), ` +
    `${value('months')} månader efter dess slut.`,
  'suppression-none': value => `Ingen prenumerant har adressen ${value('email')}.`,
  'opt-out-none': value => `${value('email')} har inte avanmält sig från allt.`,
  'bounce-message-none': value =>
    `Det finns ingen studs ${value('bounce')}, eller så sparas inte dess meddelande: den var ` +
    'ett svar vid överlämningen, eller är för gammal.',
  'rejudge-none': value => `Det finns ingen körning ${value('run')}.`,
  'rejudge-undone': value => `Körning ${value('run')} har redan ångrats.`,
  'hold-none': value => `Inget beslut med nummer ${value('hold')} väntar.`,
  'mapping-none': value =>
    `Det finns ingen koppling ”${value('mapping')}”. Ange par som ”E-post=email,Stad=DD1”, ` +
    `eller någon av ${value('known')}.`,
  'mapping-pairs': value => `En koppling har högst ${value('most')} par.`,
  'mapping-pair': value => `”${value('pair')}” är inget par som ”E-post=email”.`,
  'mapping-name': () =>
    'En kopplings namn har bokstäver, siffror, punkter och streck, och är inget som redan är ' +
    'förvalt.',
  'column-name': value =>
    `En kolumn är ${value('known')}, DD1 till DD${value('fields')}, ett datafält med sitt ` +
    'namn, eller - för ingen.',
  'rows-done': (value, number) =>
    `${value('says')} De ${number('rows')} raderna före den är klara.`,
  'api-key-unknown': () => 'API-nyckeln finns inte, eller har gått ut.',
  'api-key-stopped': () =>
    'API-nyckeln gäller inte längre: den som skapade den har inga av dess rättigheter kvar. ' +
    'En ägare av kontot kan ta över den.',
  'access-ended': () =>
    'Åtkomsttoken har gått ut eller återkallats: låt assistenten logga in igen.',
  'access-for-tools': () => 'En åtkomsttoken gäller bara assistenternas verktyg.',
  'api-key-needed': () => 'Det behövs en API-nyckel.',
  'console-header': () => 'Ett anrop med en kaka behöver rubriken X-Pennypost-Console: 1.',
  'if-match-unread': () =>
    'Den här ändringen kan inte göras med villkor: utelämna If-Match. Referensen säger vilka ' +
    'som kan.',
  'call-key-long': value => `Högst ${value('most')} tecken.`,
  'live-streams': value =>
    `Det finns redan ${value('most')} strömmar för sessionen eller nyckeln, eller ` +
    `${value('all')} för kontot.`,
  'live-topics': value => `Ämnena är: ${value('known')}.`,
  'changed-by-other': value =>
    `${value('who')} har ändrat det sedan du öppnade det. Inget av det har skrivits över.`,
  'changed-by-somebody': () =>
    'Det har ändrats sedan du öppnade det. Inget av det har skrivits över.',
  'call-number': value => `Anropets nummer: ${value('id')}.`,
} satisfies DetailWords
