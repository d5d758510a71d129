/** Sentences of the DNS checks in Swedish. */
import type { DnsTexts } from '../dns-words.ts'

const END = 'Låt den sluta med ~all, eller med -all om alla servrar är angivna.'
const OPEN = 'servrar som inte är angivna godkänns precis som de angivna.'
const NEITHER = 'E-post som inte klarar vare sig SPF eller DKIM ska'

export const dns: DnsTexts = {
  parts: {
    domain: () => 'Domän',
    path: () => 'Returadress',
    spf: of => `SPF för ${of}`,
    mx: of => `MX för ${of}`,
    dkim: of => `DKIM ${of}`,
    dmarc: () => 'DMARC',
    reports: () => 'DMARC-rapporter',
    alignment: () => 'Överensstämmelse med avsändaren',
    bimi: () => 'BIMI',
    'mta-sts': of => `MTA-STS för ${of}`,
    'tls-rpt': of => `TLS-RPT för ${of}`,
    relay: () => 'Relä',
    ptr: of => `PTR för ${of}`,
  },
  words: {
    'resolver-late': () => 'Namnservern svarade inte i tid.',
    'resolver-unreachable': () => 'Namnservern kan inte nås.',
    'resolver-failed': () =>
      'Namnservern meddelar att domänens egna namnservrar inte svarar, eller att DNSSEC inte ' +
      'stämmer.',
    'resolver-refuses': () => 'Namnservern avvisar våra frågor.',
    'resolver-invalid': of => `Namnservern ger ett ogiltigt svar (${of('code')}).`,
    'record-unknown': () => 'Det är okänt om posten finns.',
    'try-later': () => 'Försök igen senare.',
    correct: () => 'Rätta den.',

    'domain-gone': of => `Enligt namnservern finns inte domänen ${of('domain')}.`,
    'domain-look': () =>
      'Kontrollera stavning och registrering. Om de stämmer känner namnservern kanske bara sitt ' +
      'eget nät.',

    'dkim-none': of =>
      `Det finns ingen nyckel för ${of('domain')}: e-posten signeras inte, och stora ` +
      'e-postleverantörer avvisar sådan.',
    'dkim-make': () => 'Skapa nycklar för domänen och publicera deras poster.',
    'dkim-published': of =>
      `Vår ${of('algorithm')}-nyckel är publicerad: signaturer kan kontrolleras.`,
    'dkim-exchanged': of =>
      `Vår ${of('algorithm')}-nyckel är publicerad: det tidigare paret kan tas ur bruk.`,
    'dkim-missing': of => `${of('algorithm')}-nyckeln är inte publicerad.`,
    'dkim-several': of =>
      `Det finns ${of('records')} poster under ett namn; vilken som gäller är inte bestämt.`,
    'dkim-no-record': () => 'Den publicerade posten är ingen DKIM-post.',
    'dkim-revoked': () => 'Enligt den publicerade posten är nyckeln återkallad.',
    'dkim-cut': of =>
      `Bara de första ${of('published')} av nyckelns ${of('characters')} tecken är publicerade.`,
    'dkim-other': () => 'Den publicerade nyckeln är inte den som e-posten signeras med.',
    'dkim-type': of => `Enligt posten är nyckeln av typen ${of('type')}.`,
    'dkim-hash': () => 'Posten tillåter inte signaturer med SHA-256, som vi använder.',
    'dkim-testing': () =>
      'Posten anger t=y (test): mottagare behandlar e-posten som om den var osignerad.',
    'dkim-unverified': () => 'Dess signaturer kan inte kontrolleras.',
    'dkim-waits': () => 'Den signerar inte än; publicera den innan det tidigare paret tas ur bruk.',
    'dkim-replace': () => 'Ta bort alla och publicera den här.',
    'dkim-publish': () => 'Publicera den här; namnservrar kan minnas det gamla läget en stund.',

    'reports-permitted': () => 'Rapporter får gå till den domänen.',
    'reports-forbidden': () =>
      'Rapporter går till en annan domän, som inte tillåter det: mottagare skickar då inga.',
    'reports-permit': () => 'Publicera tillståndet.',
    'dmarc-none': () =>
      'Det finns ingen DMARC-post. Gmail, Yahoo och Outlook kräver en av den som skickar mycket ' +
      'e-post.',
    'dmarc-publish-here': () => 'Publicera en: mottagare skickar då sina rapporter hit.',
    'dmarc-publish': () =>
      'Publicera en, med en brevlåda i rua= som du läser: mottagare skickar sina rapporter dit.',
    'dmarc-several': of =>
      `Det finns ${of('records')} DMARC-poster under ${of('name')}; mottagare bortser då från alla.`,
    'dmarc-keep-one': () => 'Behåll en av dem.',
    'dmarc-no-policy': of =>
      `Posten anger p=${of('policy')}; det måste vara none, quarantine eller reject.`,
    'dmarc-as-none': () => 'Mottagare tolkar det som none.',
    'dmarc-ignored': () => 'Mottagare bortser från posten.',
    'dmarc-passes': () => `${NEITHER} levereras ändå.`,
    'dmarc-quarantine': () => `${NEITHER} levereras som skräppost.`,
    'dmarc-reject': () => `${NEITHER} avvisas.`,
    'dmarc-testing': () => 'Det är än så länge på prov (t=y).',
    'dmarc-inherited': of => `Det ärvs från ${of('name')}.`,
    'dmarc-unread': () => 'Ingen läser mottagarnas rapporter, så fel förblir oupptäckta.',
    'dmarc-add-here': () => 'Lägg till rua=: mottagare skickar då sina rapporter hit.',
    'dmarc-add-mailbox': () => 'Lägg till en brevlåda som du läser.',

    'aligned-both': () =>
      'Både signatur och returadress stämmer med avsändarens domän: e-posten klarar DMARC genom ' +
      'vilken som helst av dem.',
    'aligned-dkim': of =>
      'Signaturen stämmer med avsändarens domän, men inte returadressen: e-posten klarar DMARC ' +
      `bara genom DKIM. Med bounce.${of('domain')} som returadress skulle den klara det genom ` +
      'båda.',
    'aligned-spf': () =>
      'Bara returadressen stämmer med avsändarens domän: vidarebefordrad e-post klarar inte ' +
      'DMARC.',
    'aligned-none': () =>
      'Varken signatur eller returadress stämmer med avsändarens domän: e-posten klarar inte ' +
      'DMARC.',
    'aligned-strictly': of =>
      `Posten kräver exakt den domänen (adkim=s), och e-posten signeras för ${of('signer')}.`,

    'mx-none': () =>
      'Det finns ingen MX-post: studsar kan gå förlorade, och en del mottagare avvisar avsändare ' +
      'som man inte kan svara.',
    'mx-publish': () => 'Publicera en som anger servern som tar emot studsarna.',
    'mx-closed': () =>
      'Den säger att domänen inte tar emot e-post (RFC 7505): e-post med en sådan returadress ' +
      'avvisas.',
    'mx-address': of =>
      `En MX-post måste innehålla ett namn, inte en adress som ${of('address')}; avsändare kan ` +
      'inte använda den.',
    'mx-name': () => 'Ge servern ett namn och använd det i MX-posten.',
    'mx-unknown': of =>
      `Namnservern svarar inte; det är okänt om det finns en adress till ${of('hosts')}.`,
    'mx-nowhere': of => `Det finns ingen adress till ${of('hosts')}: studsar går förlorade.`,
    'mx-inside': of =>
      `Det finns ingen offentlig adress till ${of('hosts')}: andra e-postservrar kan inte nå ` +
      'servern.',
    'mx-give': () => 'Ge den en, eller använd en annan server.',
    'mx-fine': of => `Studsar går till ${of('hosts')}.`,

    'path-none': () =>
      'E-posten har ingen giltig returadress: studsar går förlorade, och SPF kan inte ' +
      'kontrolleras.',
    'path-set': of =>
      'Den som driver installationen anger en returadress, helst ett namn under ' +
      `${of('domain')}, till exempel bounce.${of('domain')}; kontrollera sedan igen.`,

    'spf-needless': () =>
      'Det finns ingen, och e-post från Pennypost behöver ingen här: mottagare kontrollerar ' +
      'returadressens.',
    'spf-beside': () => 'Den är giltig. Mottagare av din e-post kontrollerar returadressens.',
    'spf-none': () =>
      'Det finns ingen SPF-post: mottagare vet inte vilka servrar som får skicka för ' +
      'returadressen.',
    'spf-publish': () =>
      'Publicera en som anger reläets sändande servrar; leverantörens hjälp säger vad som ska stå.',
    'spf-several': of =>
      `Det finns ${of('records')} SPF-poster. Mottagare ser det som ett fel och bortser från alla.`,
    'spf-merge': () => 'Ta bort alla och publicera en.',
    'spf-error': () => 'Mottagare ser posten som felaktig.',
    'spf-lookups': of =>
      `Den kräver ${of('lookups')} DNS-frågor, och mottagare tillåter ${of('most')}.`,
    'spf-lookups-more': of =>
      `Den kräver fler än ${of('lookups')} DNS-frågor, och mottagare tillåter ${of('most')}.`,
    'spf-term': of => `${of('term')} i den är ogiltigt.`,
    'spf-nameless': of => `${of('term')} i den anger ingen domän.`,
    'spf-mechanism': of => `Den har ${of('term')}, som inte finns i SPF.`,
    'spf-network': of => `${of('term')} i den är inget ${of('family')}-nät.`,
    'spf-loop': of => `Den tar med ${of('name')} i en cirkel.`,
    'spf-included-none': of => `Den tar med ${of('name')}, som inte har någon SPF-post.`,
    'spf-included-several': of => `Den tar med ${of('name')}, som har flera SPF-poster.`,
    'spf-voids': of =>
      `Den anger fler än ${of('most')} namn som inte finns, bland dem ${of('name')}; mottagare ` +
      'ger då upp.',
    'spf-shorten': () =>
      'Ta bort det som inte längre används, eller ange nät (ip4:, ip6:) i stället för include.',
    'spf-everyone': () =>
      'Den säger +all: vilken server som helst får skicka för domänen. Mottagare ser det som ett ' +
      'tecken på skräppost.',
    'spf-neutral': () => `Den slutar med ?all: ${OPEN}`,
    'spf-endless': () => `Den saknar ”all”: ${OPEN}`,
    'spf-end': () => END,
    'spf-lists': of => `Den anger ${of('hosts')}.`,
    'spf-valid': () => 'Den är giltig.',
    'spf-cost': of =>
      `Den kräver ${of('lookups')} av de ${of('most')} DNS-frågor som mottagare tillåter.`,
    'spf-unchecked': () =>
      'Om den anger ditt reläs sändande servrar kan inte kontrolleras härifrån.',
    'spf-missing': of =>
      `Den anger inte ${of('hosts')}. Dit lämnas e-posten: om reläet skickar från den adressen ` +
      'ser mottagare den som förfalskad.',
    'spf-add': () => 'Lägg till det.',
    'spf-add-unless': () =>
      'Lägg till det, om inte leverantören anger andra servrar och de redan är med.',

    'mta-sts-none': () =>
      'Det finns ingen, och e-post kommer fram ändå. Den får andra servrar att skicka studsar ' +
      'krypterat eller inte alls.',
    'mta-sts-publish': of =>
      `Lägg först regeln på https://${of('host')}/.well-known/mta-sts.txt, publicera sedan posten.`,
    'mta-sts-several': of =>
      `Det finns ${of('records')} MTA-STS-poster; andra servrar bortser då från alla.`,
    'mta-sts-keep-one': () => 'Behåll en av dem.',
    'mta-sts-id': () =>
      'Posten har inget id med 1 till 32 bokstäver och siffror; andra servrar bortser från den.',
    'mta-sts-no-host': of =>
      `Posten finns, men ingen adress till ${of('host')}: ingen kan läsa regeln.`,
    'mta-sts-fine': of => `Den är publicerad; andra servrar läser regeln hos ${of('host')}.`,
    'tls-rpt-none': () =>
      'Det finns ingen, och e-post kommer fram ändå. Den ber andra servrar att rapportera var ' +
      'krypteringen misslyckades.',
    'tls-rpt-publish': () => 'Publicera en med en brevlåda i rua= som du läser.',
    'tls-rpt-publish-here': () => 'Publicera en: då skickar andra servrar sina rapporter hit.',
    'tls-rpt-ignored': () =>
      'Det finns mer än en post, eller så saknar den adress i rua=; andra servrar bortser från den.',
    'tls-rpt-fine': () => 'Andra servrar rapporterar var krypteringen misslyckades.',
    'bimi-none': () =>
      'Det finns ingen, och e-post kommer fram ändå. Den visar din logotyp bredvid e-post i ' +
      'vissa brevlådor.',
    'bimi-publish': () =>
      'Det kräver en logotyp som SVG på en https-adress, DMARC-regeln quarantine eller reject ' +
      'och för Gmail och Apple Mail ett certifikat.',
    'bimi-several': () => 'Det finns mer än en post; brevlådor bortser då från alla.',
    'bimi-declined': () => 'Posten säger att domänen inte har någon logotyp.',
    'bimi-logo': () => 'Logotypen måste vara en SVG-fil på en https-adress.',
    'bimi-policy': () =>
      'Logotypen visas inte: DMARC måste säga quarantine eller reject för all e-post.',
    'bimi-stricter': () => 'Gör DMARC-regeln strängare när nästan all e-post klarar den.',
    'bimi-certified': () => 'Logotyp och certifikat är publicerade.',
    'bimi-plain': () =>
      'Logotypen är publicerad utan certifikat: Gmail och Apple Mail visar den inte.',

    'relay-none': () => 'Det finns inget relä: e-posten stannar i sandlådan.',
    'relay-add': () => 'Lägg till ett relä.',
    'relay-unfound': () =>
      'Namnservern hittar ingen sådan värd. Den kan ändå vara känd på den här datorn ' +
      '(/etc/hosts).',
    'relay-try': () => 'Testa det: skicka ett mejl genom det.',
    'relay-inside': () =>
      'Det finns i ditt eget nät. Dess offentliga adress är okänd här, så namnet kan inte ' +
      'kontrolleras: fråga din leverantör.',
    'ptr-own': () =>
      'Namnet sätts av adressens leverantör (webbhotellet, inte domänens registrar).',
    'ptr-foreign': () =>
      'Om reläet är ditt, be adressens leverantör att sätta namnet; be annars reläets leverantör.',
    'ptr-none': of =>
      `${of('address')} har inget namn. Mottagare avvisar e-post från sådana adresser; det har ` +
      'betydelse om reläet skickar därifrån.',
    'ptr-fine': of => `${of('address')} har namnet ${of('names')}, som leder tillbaka till den.`,
    'ptr-false': of =>
      `${of('address')} har namnet ${of('names')}, som inte leder tillbaka till den: mottagare ` +
      'misstror sådana namn.',
  },
}
