/** Refusals about sendings and accounts, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfAccounts = {
  'zone-unknown': () => 'Den tidszonen finns inte.',
  'time-unknown': value =>
    `Den tiden finns inte i zonen ${value('zone')}: ange en dag och en tid som finns.`,
  'time-passed': value => `${value('time')} har redan passerat. Utan tid skickas det genast.`,
  'daily-share': () => 'Andelen per dag är mellan 1 och 50 procent.',
  'recipe-feed': () => 'Ange flödets adress.',
  'recipe-field': () => 'Välj datafältet med datumet.',
  'field-none': value => `Det finns inget datafält DD${value('field')}.`,
  'test-addresses-many': value =>
    `Testmejl går till högst ${value('most')} adresser på en gång, det här är ` +
    `${value('given')}. Gör en testgrupp för fler.`,
  'test-group-gone': () => 'Det finns ingen testgrupp med det namnet, eller så är den tom.',
  'test-nobody': () => 'Ett testmejl behöver en adress eller en testgrupp.',
  'address-local': () =>
    'Länkar och avanmälan i mejlen skulle inte fungera: serverns offentliga adress är ' +
    'inte inställd. Det gör den som driver servern.',
  'sending-state': () => 'Det går inte i utskickets nuvarande läge. Läs in sidan igen.',
  'sending-begun': () => 'Utskicket har börjat. Avbryt det för att stoppa det.',
  'variants-many': value => `Ett A/B-test har 2 till ${value('most')} varianter.`,
  'variants-share': () => 'Andelen i ett A/B-test är mellan 1 och 100 procent.',
  'winner-delay': () => 'Vinnaren väljs efter en minut till 30 dagar.',
  'variant-languages': () =>
    'Nyhetsbrevet finns på flera språk, och ett ämne skulle bara prövas på ett av dem. ' +
    'Skapa ett nyhetsbrev för varje variant, med egna ämnesrader.',
  'variants-same': () => 'Två varianter i A/B-testet är likadana.',
  'variant-sender': () => 'Avsändaren i en variant är ingen e-postadress.',
  'variant-subject': () => 'En variant behöver en ämnesrad.',
  'time-of-sample': () => 'Det här är stickprovet i ett A/B-test: ändra tiden för testet.',
  'time-fixed': () => 'Utskickets tid kan inte längre ändras.',
  'lists-many': value => `Ett utskick går till högst ${value('most')} listor.`,
  'list-twice': () => 'En lista är nämnd två gånger.',
  'list-both': value => `Lista ${value('list')} är både vald och utesluten: ta bort det ena.`,
  'lists-unlike': value =>
    `Listorna ${value('list')} och ${value('first')} mäts inte lika: en av dem anonymt. ` +
    'Skicka till var och en för sig.',
  'sending-test': value => `Utskick ${value('sending')} är ett test eller har inte börjat.`,
  'openers-unknown': value =>
    `Vem som har öppnat utskick ${value('sending')} är inte känt: det mäts anonymt ` +
    'eller inte alls.',
  'sms-dearer': value => `Det skulle kosta ${value('cost')} krediter nu, inte ${value('most')}.`,
  'sms-most-cost': () => 'Det högsta som det får kosta är ett antal krediter, till exempel 12.50.',
  'people-other': (_, number) =>
    `${number('people')} personer skulle få det, inte ${number('expected')}.`,
  'people-unusual': (_, number) =>
    `${number('people')} personer skulle få det; utskick till listan når annars ` +
    `${number('usual')}. Bekräfta antalet.`,
  'test-few-measured': (_, number) =>
    `Bara ${number('measured')} av ${number('people')} personer mäts: ` +
    'för få för att säga vilken variant som är bättre.',
  'sample-there': value => `Exemplet finns redan: lista ${value('list')}.`,
  'sample-people': (_, number) => `${number('people')} av de påhittade personerna finns redan.`,
  'field-nobody': value => `Inget fält heter ${value('name')}.`,
  'winner-no-test': () => 'Utskicket har inget A/B-test.',
  'winner-chosen': () => 'Vinnaren i A/B-testet är redan vald.',
  'variant-none': () => 'Den varianten finns inte.',
  'winner-early': () => 'Stickproven har inte börjat än.',
  'recipients-unknown': () =>
    'Vem som har öppnat eller klickat är inte känt: det mäts anonymt eller inte alls.',
  'report-early': () => 'Det finns ingen rapport än: utskicket har inte börjat.',
  'report-links-many': value =>
    `Det finns redan ${value('most')} länkar till rapporten: återkalla en av dem.`,
  'list-nameless': () => 'En lista behöver ett namn.',
  'list-sender': () => 'Avsändaradressen är ingen adress som det går att skicka från.',
  'charset-unknown': () => 'Den teckenuppsättningen finns inte.',
  'list-busy': value =>
    `Pågående utlösare: ${value('triggers')}, oavslutade utskick: ${value('sendings')}. ` +
    'Pausa eller avbryt dem först.',
  'list-archived': value =>
    `Lista ${value('list')} är arkiverad: återställ den för att skicka till den.`,
  'audience-lists': () => 'Välj listor, eller nyhetsbrevet vars lista menas.',
  'quiet-hours-whole': () =>
    'Tysta timmar lämnar minst en timme av dygnet: annars skulle inget någonsin skickas.',
  'quiet-hours-missing': () => 'Ange början och slut, eller att alla timmar är tillåtna.',
  'order-one-way': () =>
    'Välj ett av dem: varje persons tidszon, en andel per dag eller ett A/B-test.',
  'best-hour-alone': () =>
    'Den bästa timmen är en egen tid för var och en: inte med en andel per dag, och inte med ett ' +
    'A/B-test, vars varianter jämförs vid samma tid.',
  'local-time-missing': () => 'Ange tiden som det skickas på i varje persons tidszon.',
  'local-time-offset': () =>
    'En tid i varje persons zon har ingen tidsskillnad: skriv den som 2026-11-22 09:00.',
  'list-or-lists': () => 'Ange en lista eller flera, inte båda.',
  'sample-relay': () =>
    'Mejl går ut genom en riktig server här, och påhittade prenumeranter har ingen brevlåda.',
  'audit-filter': () => 'Loggen kan inte filtreras på det.',
  'dkim-selector': value =>
    `${value('domain')} har redan en nyckel med selektorn ${value('selector')}: ta en annan.`,
  'dkim-gone': () => 'Det finns ingen nyckel med den domänen och selektorn.',
  'dkim-many': () => '27 nyckelpar har redan gjorts i dag: ange selektorn själv.',
  'key-nameless': () => 'En API-nyckel behöver ett namn.',
  'key-expired': () => 'En API-nyckel kan inte gå ut i det förflutna.',
  'keys-many': value => `Ett konto kan ha högst ${value('most')} API-nycklar.`,
  'key-test': () =>
    'Den här nyckeln är till för att prova: den läser, och dess mejl går ingenstans.',
  'key-calls-many': () => 'Nyckeln har anropat så ofta som den får. Försök igen senare.',
  'key-no-link': () => 'En nyckel får ingen inloggningslänk: den öppnar hela kontot.',
  'key-bound-twice': () => 'En nyckel gäller ett projekt eller en lista, inte båda.',
  'key-bound-nowhere': () => 'Projektet eller listan finns inte.',
  'key-networks-many': value => `En nyckel kan ha högst ${value('most')} nät.`,
  'key-network-wrong': value =>
    `${value('network')} är inget nät: ange en adress, eller ett som 10.0.0.0/8.`,
  'key-network': () => 'Nyckeln gäller inte i det nät som anropet kommer från.',
  'key-bound-other': () => 'Nyckeln gäller ett annat projekt eller en annan lista.',
  'key-bound-all': () => 'Nyckeln gäller ett projekt eller en lista, och det här gäller mer.',
  'key-calls': value => `Anropen per minut är ett tal från 1 till ${value('most')}.`,
  'right-unknown': value => `Det finns ingen rättighet ${value('right')}.`,
  'key-rightless': () => 'En API-nyckel behöver minst en rättighet.',
  'key-taker': () => 'Den som tar över en nyckel måste ha minst en av dess rättigheter.',
  'key-oauth': () => 'En assistent handlar för den som släppte in den: låt den logga in igen.',
  'assistant-by-person': () => 'En assistent släpps in av en medlem, inte av en nyckel.',
  'assistant-unknown': () => 'Assistenten är inte registrerad här, eller inte längre.',
  'assistant-return': () => 'Adressen att återvända till är ingen som assistenten har registrerat.',
  'assistant-request': () => 'Sidans adress är ingen begäran från en assistent.',
  'assistants-many': value =>
    `${value('most')} inloggningar av assistenter väntar redan: försök igen om några minuter.`,
  'member-sees-more': () => 'Medlemmen ser personuppgifter.',
  'member-none': () => 'Det finns ingen medlem med den adressen.',
  'owner-last': () => 'Det är den sista ägaren: gör först en annan medlem till ägare.',
  'codes-there-remove': () => 'Engångskoder är redan inställda: ta bort dem först.',
  'codes-there': () => 'Engångskoder är redan inställda.',
  'address-changed': () => 'Det som är känt om adressen har just ändrats. Försök igen.',
  'invited-address': () => 'Det är ingen e-postadress.',
  'member-there': () => 'Det finns redan en medlem med den adressen.',
  'invitations-many': value => `Ett konto kan ha högst ${value('most')} öppna inbjudningar.`,
  'invited-nobody': () => 'Ingen med den adressen är inbjuden.',
  'session-ended': () => 'Sessionen är avslutad.',
  'password-long': value => `Ett lösenord har högst ${value('most')} tecken.`,
  'password-empty': () => 'Ett lösenord har minst ett tecken.',
  'password-zero': () => 'Ett lösenord innehåller inga nolltecken.',
  'password-short': value => `Ett nytt lösenord har minst ${value('least')} tecken.`,
  'password-common': () => 'Lösenordet är ett av de första som gissas: välj ett annat.',
  'codes-session-ended': () => 'För många felaktiga koder: logga in igen.',
  'codes-rest': () =>
    'För många felaktiga koder: de vilar en timme. Välj ett nytt lösenord med en länk i ' +
    'ett mejl, eller fråga en ägare.',
  'mailbox-unproven': () =>
    'Adressen är känd här, men ingen har visat än att brevlådan är deras. Be om en inbjudan via ' +
    'mejl, eller låt en länk för ett nytt lösenord mejlas först.',
  'provider-no-address': () => 'Leverantören anger ingen e-postadress till dig.',
  'provider-unverified': value => `Leverantören har inte bekräftat adressen ${value('email')}.`,
  'provider-other-login': value =>
    `${value('email')} hör till en annan inloggning hos leverantören. En ägare kan lösa den.`,
  'provider-stranger': value => `${value('email')} är varken medlem eller inbjuden.`,
  'links-none': () =>
    'Inga mejl kan skickas härifrån: be en ägare om en länk, eller den som driver servern.',
  'links-no-origin': () =>
    'Länkar i mejl skulle inte leda någonstans: installationens publika adress saknas.',
  'links-no-relay': () => 'Det finns inget relä.',
  'links-no-account': () => 'Kontot som mejl till medlemmar går genom finns inte.',
  'links-no-project': value =>
    `Projektet som mejl till medlemmar går genom tog inte emot mejlet: ${value('says')}`,
  'links-no-sender': () => 'Det finns ingen avsändare. Skapa en lista som har en.',
  'email-not-taken': () => 'Reläet tog inte emot mejlet.',
  'email-refused': value => `Reläet tog inte emot mejlet: ${value('says')}`,
  'links-many': () => 'För många länkar har begärts. Försök igen senare.',
  'address-confirmed': () => 'Adressen är redan bekräftad.',
  'no-person': () => 'Ingen person är inloggad i sessionen.',
  'key-no-password': () => 'En API-nyckel har inget lösenord.',
  'right-missing': () => 'Din roll tillåter inte detta. En ägare av kontot kan ändra den.',
  masked: () => 'Det här visar eller skickar personuppgifter, som du inte får se.',
  'masked-grant': () => 'Den som inte ser personuppgifter kan inte heller låta andra se dem.',
  'masked-field': () => 'Du ser inga personuppgifter och kan inte söka efter dem.',
  'session-gone': () => 'Sessionen finns inte längre.',
  'newsletter-wrong': (value, number) =>
    `Nyhetsbrevet kan inte skickas som det är: ${value('says')}` +
    (value('more') === '0' ? '' : ` Och ${number('more')} till.`),
  'sender-provider': value =>
    `${value('domain')} låter ingen annan server skicka i dess namn: använd en adress ` +
    'på din egen domän.',
  'group-gone': () => 'Gruppen eller adressen finns inte.',
  'links-for-people': () => 'Länkar visas för personer, inte för API-nycklar: låt den mejlas.',
  'billing-operate': () => 'Det finns flera konton: det här får bara den som driver servern.',
  'file-large': value => `Filen är för stor: högst ${value('megabytes')} MB.`,
  'host-wrong': () => 'Ett värdnamn skrivs som news.example.com: utan adress, port och sökväg.',
  'host-taken': () =>
    'Namnet är upptaget: det leder till ett annat konto eller till den här servern.',
  'hosts-many': value => `Ett konto har högst ${value('most')} värdnamn.`,
  'host-retired': () => 'Värdnamnet är taget ur bruk. Lägg till det igen innan nya länkar får det.',
  'host-none': value => `${value('host')} hör inte till kontot.`,
  'bounce-domain-taken': () =>
    'Domänen är upptagen: den tillhör ett annat konto eller den här servern.',
  'bounce-domains-many': value => `Ett konto har högst ${value('most')} domäner för returadressen.`,
  'bounce-domain-dns': value =>
    `DNS för ${value('domain')} är inte klart: studsar skulle gå förlorade, eller så skulle ` +
    'mottagare misstro e-posten. Publicera de poster som kontrollen visar.',
  'host-unset': () =>
    'Servern saknar en offentlig adress som ett värdnamn kan leda till. ' +
    'Den som driver servern ställer in den.',
  'host-elsewhere': value =>
    `${value('host')} leder någon annanstans. Publicera: ${value('record')}.`,
  'host-nowhere': value => `${value('host')} saknar adress. Publicera: ${value('record')}.`,
  'host-silent': value => `${value('host')} kunde inte slås upp: DNS svarar inte.`,
} satisfies DetailWords
