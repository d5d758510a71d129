/** Refusals about people and content, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

export const details = {
  'search-fields-many': value => `Det går att söka på högst ${value('most')} fält.`,
  'person-unnamed': () => 'Ange prenumerantens nummer eller adress.',
  'unsubscribed-kept': () => 'Personen har avprenumererat, och kontot får inte upphäva det.',
  'erase-disputed': () => 'Personen spärras och frigörs just nu. Försök igen.',
  'erase-busy': () =>
    'En annan ändring har pågått för länge. Ingenting har raderats: försök igen senare.',
  'changes-forgotten': value =>
    `Ändringar lämnas ut i ${value('days')} dagar. Läs allt på nytt, utan markör, och ta bort det ` +
    'som inte kommer.',
  'changes-twice': () => 'Ange en tidpunkt eller en markör, inte båda.',
  'changes-of-others': () => 'Markören hör till andra ändringar.',
  'address-missing': () => 'Ange adressen.',
  'address-wrong': () => 'Det är ingen giltig e-postadress.',
  'opt-out-kept': () => 'Personen har avanmält sig från allt, och kontot får inte upphäva det.',
  'measuring-declined': () =>
    'Personen har tackat nej. För att mäta henne, ange med vilka ord hon har sagt ja ' +
    'sedan dess, och när.',
  'opted-out-address': () => 'Adressen till en person som har avanmält sig från allt ändras inte.',
  'opted-out-target': () => 'Ingenting skickas till den nya adressen: den är spärrad.',
  'address-of-other': value => `Prenumerant ${value('id')} har redan den adressen.`,
  'page-ways': () => 'En sida läses efter en plats, före en plats eller efter ett antal.',
  'page-search': () => 'En sökning eller ett filter läses uppifrån, sida för sida.',
  'page-sorted': () => 'Sorterade prenumeranter läses uppifrån, sida för sida.',
  'page-cursor': () => 'Listan är sorterad på ett annat sätt nu. Läs in sidan igen.',
  'view-nameless': () => 'En vy behöver ett namn.',
  'views-many': value => `En person kan spara högst ${value('most')} vyer.`,
  'view-gone': () => 'Det finns ingen vy med det namnet.',
  'field-nameless': () => 'Ett fält behöver ett namn.',
  'fields-used': value => `Alla ${value('fields')} fält används.`,
  'field-filled': () => 'Personer har värden i fältet: töm det först för dem.',
  'field-imported': () => 'En import som inte är klar skriver i fältet.',
  'choices-of-texts': () => 'Bara ett textfält kan ha val.',
  'field-number': value => `${value('name')} är numret på ett annat fält.`,
  'field-marks': () => 'Ett fältnamn får inte innehålla semikolon eller lodstreck.',
  'field-twin': value => `DD${value('field')} heter redan så.`,
  'choices-many': value => `Ett fält har högst ${value('most')} val.`,
  'field-unknown': () => 'Ett datafält heter DD1 till DD100.',
  'nobody-selected': () => 'Ingen är vald.',
  'selected-many': value =>
    `Högst ${value('most')} prenumeranter kan väljas en och en eller genom en sökning: ` +
    'använd ett filter.',
  'search-short': () => 'Sökningen har inget ord med tre bokstäver.',
  'job-ended': () => 'Ändringen är redan avslutad.',
  'job-opt-outs': () => 'Spärrar hävs en i taget.',
  'job-undone': () => 'Ändringen har redan ångrats.',
  'job-old': () => 'Ändringen är för gammal för att ångras.',
  'job-running': () => 'Ändringen pågår fortfarande. Avbryt den först.',
  'selection-missing': () => 'Välj först vilka som menas.',
  'selection-double': () => 'Välj på bara ett sätt vilka som menas.',
  'consent-unproven': () => 'Ange källa och tid för det nya samtycket.',
  'recipients-missing': () => 'Ett mejl behöver en mottagare: to.',
  'recipients-many': value =>
    `Ett mejl går till högst ${value('most')} mottagare: to, cc och bcc tillsammans.`,
  'email-empty': () => 'Ett mejl behöver HTML, MJML eller text, eller ett projekt med nyhetsbrev.',
  'email-html-twice': () => 'Ett mejl har HTML eller MJML, inte båda.',
  'email-subject': () =>
    'Ett mejl behöver en ämnesrad. Nyhetsbrevets gäller bara med nyhetsbrevet.',
  'templates-slow': () =>
    'Anropets mallar tar för lång tid tillsammans: skicka färre mejl i ett anrop.',
  'email-repeated': value => `Rad ${value('row')} är samma mejl.`,
  'mailbox-address': value => `${value('field')} är ingen adress som det går att skicka till.`,
  'text-lines': () => 'En text har en radbrytning: bara en rad är tillåten.',
  'headers-many': value => `Ett mejl har högst ${value('most')} huvudfält.`,
  'header-not-allowed': () =>
    'Huvudfält som kan anges är In-Reply-To, References och sådana som börjar med X-.',
  'header-twice': value => `Huvudfältet ${value('name')} är angivet två gånger.`,
  'header-ids': value => `${value('name')} innehåller meddelande-id:n som <1@example.com>.`,
  'attachments-many': value => `Ett mejl har högst ${value('most')} filer.`,
  'attachments-large': value => `Filerna i ett mejl har högst ${value('most')} MB tillsammans.`,
  'attachment-name': value =>
    `${value('field')} är inget filnamn: högst 200 tecken, utan snedstreck, kolon, radslut och osynliga tecken.`,
  'attachment-program': value =>
    `${value('field')} är ett program, eller av ett slag som e-postleverantörer avvisar.`,
  'attachment-type': value =>
    `${value('field')} är ingen medietyp som kan skickas: skriv den som application/pdf.`,
  'attachment-content': value => `${value('field')} är inte base64, eller tomt.`,
  'content-id': value =>
    `${value('field')} är det som står efter cid: i HTML:en: bokstäver, siffror och -_.+, som logo.`,
  'content-id-twice': value => `Två filer har contentId ${value('name')}.`,
  'sender-missing': () => 'Ange en avsändare: from. Projektet har ingen egen.',
  'sender-unsigned': value =>
    `Mejl från ${value('domain')} signeras inte av det här kontot: skapa först en DKIM-nyckel.`,
  'row-repeated': value => `Rad ${value('row')} har samma adress.`,
  'import-started': () => 'Importen har redan startats, eller så är filen inte fullständig.',
  'import-undone': () => 'Importen har redan ångrats.',
  'import-unfinished': () => 'Importen är inte klar än.',
  'import-old': () => 'Importen är för gammal för att ångras.',
  'uploads-many': value =>
    `${value('uploads')} filer väntar på att importeras: starta dem, eller ladda upp ` +
    'igen om en timme.',
  'headings-missing': () => 'Kopplingen behöver rubriker, och filen har inga.',
  'columns-many': value => `En fil har högst ${value('most')} kolumner.`,
  'column-twice': value => `Två kolumner är kopplade till ${value('column')}.`,
  'column-address': () => 'Välj kolumnen med e-postadresserna.',
  'test-group-full': value => `En testgrupp har högst ${value('most')} adresser.`,
  'test-group-empty': () => 'En testgrupp behöver en adress.',
  'test-group-twin': value => `Det finns redan en testgrupp ${value('name')}.`,
  'addresses-wrong': value =>
    `Inget kan skickas till ${value('addresses')}; ingenting har ändrats.`,
  'test-group-nameless': () => 'En testgrupp behöver ett namn.',
  'template-nameless': () => 'En mall behöver ett namn.',
  'template-empty': () => 'En mall behöver HTML eller MJML.',
  'template-large': value => `En mall har högst ${value('millions')} miljoner tecken.`,
  'template-version': value => `Mallen har ingen version ${value('version')}.`,
  'one-language': () => 'Nyhetsbrevet är på ett språk.',
  'fallback-languages': value =>
    `Ordningen nämner nyhetsbrevets språk, vart och ett en gång: ${value('languages')}.`,
  'subject-missing': () => 'Ett nyhetsbrev behöver en ämnesrad.',
  'content-missing': () => 'Ett nyhetsbrev behöver HTML eller text.',
  'newsletter-large': () =>
    'Ett nyhetsbrev har högst 10 MB: lägg bilder på en server och länka till dem.',
  'slots-none': () => 'Nyhetsbrevet är inte gjort av en mall och har inga platser.',
  'newsletter-version': value => `Nyhetsbrevet har ingen version ${value('version')}.`,
  'newsletter-used': value =>
    `Nyhetsbrev ${value('id')} används fortfarande. Ge projekt och utlösare ett annat, vänta på ` +
    'utskicken eller avbryt dem.',
  'saved-block-used': () => 'Det sparade blocket används fortfarande. Ta bort det där först.',
  'saved-block-nameless': () => 'Ett sparat block behöver ett namn.',
  'saved-block-empty': () => 'Det behöver minst ett block.',
  'saved-block-nested': () => 'Ett sparat block kan inte innehålla ett annat.',
  'picture-used': () => 'Bilden visas fortfarande: mejl skulle förlora den.',
  'pictures-large': (value, number) =>
    `Bilderna i ett mejl har högst ${value('most')} kB tillsammans, dessa har ` +
    `${number('kilobytes')}: lägg större på en server och länka till dem.`,
  'brand-sender': () => 'Avsändaradressen är ingen giltig e-postadress.',
  'brand-links': () => 'Länkarna till utgivaruppgifter och integritetspolicy börjar med https://.',
  'brand-logo': () => 'Logotypen är en bild ur biblioteket eller börjar med https://.',
  'reader-list-none': () => 'Det finns ingen lista än.',
  'reader-list': () => 'Välj en lista: avsändare och teckenuppsättning kommer från den.',
  'reader-unknown': value => `Ingen prenumerant har adressen ${value('address')}.`,
  'form-sender': () => 'Ge varumärket en avsändare: bekräftelsemejlet behöver en.',
  'form-language': () => 'Ett formulär har minst ett språk.',
  'preference-twice': () => 'En lista eller ett fält är nämnt två gånger.',
  'filter-nameless': () => 'Ett filter behöver ett namn.',
  'filter-twin': value => `Filter ${value('id')} heter redan så.`,
  'filter-name-taken': () => 'Det finns redan ett filter med det namnet.',
  'filters-many': value => `Ett utskick har högst ${value('most')} filter.`,
  'filter-anonymous': value =>
    `Filter ${value('filter')} frågar vem som har öppnat eller klickat, och lista ` +
    `${value('list')} mäts anonymt.`,
  'filter-sending-anonymous': value =>
    `Utskick ${value('sending')} gick till en lista som mäts anonymt: vem som har ` +
    'öppnat eller klickat är inte sparat.',
  'filter-sending-old': value =>
    `Vem som har öppnat eller klickat i utskick ${value('sending')} är inte längre känt.`,
  'person-address': () => 'Det går inte att skicka till den e-postadressen.',
  'address-taken': () => 'En annan prenumerant har redan den adressen.',
  'value-long': value => `Värdet för ${value('field')} har fler än ${value('most')} tecken.`,
  'value-controls': value => `Värdet för ${value('field')} innehåller styrtecken.`,
  'sign-up-lists': () => 'Välj bland formulärets listor.',
  'sign-up-address': () => 'Det är ingen giltig e-postadress.',
  'sign-up-value': value =>
    `Värdet för ${value('field')} kan inte sparas: högst 500 tecken, utan styrtecken.`,
  'uploads-full': () =>
    'Filerna som väntar på import är redan för stora. Starta dem, eller ladda upp igen ' +
    'senare: det som inte startas tas bort efter ett dygn.',
  'test-group-none': value => `Det finns ingen testgrupp ${value('group')}.`,
  'published-address': () => 'Adressen har upp till 60 små bokstäver, siffror och bindestreck.',
  'published-address-taken': value =>
    `Adressen ${value('address')} tillhör eller har tillhört en annan lista.`,
  'published-title': () => 'En publicerad lista behöver en titel.',
  'published-list': () => 'Listan är inte publicerad.',
  'published-already': () => 'Samma mejl finns redan under listan.',
  'published-stale': () => 'Taggar i det kan inte längre fyllas i: rätta det först.',
  'published-tags': value =>
    `Taggar nämner en person och har inget reservord: ${value('tags')}. ` +
    'Ange ett, eller publicera utan dem.',
  'answer-about-nothing': () => 'Säg om det gäller öppningar, klick eller båda.',
  'hits-not-declined': () => 'Personen har inte tackat nej till mätning.',
  'hits-removed': () =>
    'Öppningarna och klicken är redan borttagna, eller så har ingen bett om det.',
  'answer-kept': () =>
    'Bara det senaste svaret kan tas tillbaka, inom en timme, ' +
    'och om en medlem eller ett program har antecknat det.',
  'utm-host': value => `${value('host')} är inget servernamn: skriv det som shop.example.`,
  'utm-parameter': () => 'En parameter skrivs som utm_source=newsletter, varje namn en gång.',
  'utm-value': value =>
    `Värdet för ${value('name')} är en text eller något av dessa: ${value('tags')}.`,
  'text-long': value => `En text har fler än ${value('most')} tecken.`,
  'text-controls': () => 'En text innehåller styrtecken, till exempel en radbrytning.',
  'template-of-blocks': () => 'Mallen består av block: ändra blocken, eller spara en annan mall.',
  'template-of-source': () =>
    'Mallen består av källkod: ändra den, eller spara en annan mall av block.',
  'sender-wrong': () => 'Avsändaradressen är ingen giltig e-postadress.',
  'reply-wrong': () => 'Svarsadressen är ingen giltig e-postadress.',
  'slot-unknown': value =>
    `Mallen har ingen plats ${value('slot')}. ` +
    `${value('known') === '' ? 'Den har inga.' : `Den har: ${value('known')}.`}`,
  'brand-contrast': value =>
    `Kontrasten för ${value('colour')} på ${value('on')} är ${value('ratio')} : 1. Den ` +
    'måste vara minst 3 : 1 och bör vara 4,5 : 1.',
  'link-scheme': () =>
    'En länk börjar med https://, http://, mailto: eller tel:, eller är en tagg.',
  'link-tag': () => 'En tagg i början av en länk måste vara hela länken, eller följas av /.',
  'block-picture': () => 'Blocket har ingen bild: välj en, eller ange dess adress med https://.',
  'block-saved-gone': () => 'Det sparade blocket finns inte längre.',
  'block-columns': () => 'Kolumner kan inte innehålla kolumner: lägg det sparade blocket nedanför.',
  'block-element': value => `Mejlprogram tillåter inte elementet ${value('name')}.`,
  'block-runs': value => `Mejlprogram kör ingenting: ta bort ${value('name')}.`,
  'block-attribute': () => 'Attributet data-block används av förhandsvisningen.',
  'form-nameless': () => 'Ett formulär behöver ett namn.',
  'form-lists': value => `Ett formulär är för 1 till ${value('most')} listor.`,
  'form-fields': value => `Ett formulär frågar efter högst ${value('most')} fält.`,
  'form-required': () => 'Ett obligatoriskt fält är inte bland dem som formuläret frågar efter.',
  'form-hosts': value => `Ett formulär har högst ${value('most')} webbplatser.`,
  'form-host': () => 'En webbplats skrivs som shop.example.com.',
  'form-address': () =>
    'Adressen efter formuläret börjar med https:// och en av formulärets webbplatser.',
  'form-former-id': () => 'Numret hos den tidigare tjänsten har upp till 64 hexadecimala siffror.',
} satisfies DetailWords
