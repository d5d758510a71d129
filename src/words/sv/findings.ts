/** What checks of an email find, in Swedish. */

import type { FindingWords } from '../finding-words.ts'
import { linkReason } from '../link-reasons.ts'
import { linkReasons } from './link-reasons.ts'

const SUBJECT = 'Skriv ett ämne på 20 till 45 tecken; det viktiga först.'
const SIZE = 'Ta bort block, eller länka till resten: bilder i biblioteket räknas inte.'
const PICTURES = 'Beskriv varje bild med några ord, och använd adresser med https://.'
const CHARACTERS = 'Skriv det med andra tecken, eller ge listan teckenuppsättningen UTF-8.'
const LINKS = 'Skriv hela adressen med https://, eller ta bort länken.'
const OPEN_LINK = 'Öppna den i en webbläsare; rätta adressen, eller ta bort länken.'
const TAGS =
  'Fyll fältet genom en import, eller ta bort taggen; {{ name | default: "vän" }} har ett ord i ' +
  'reserv.'
const SENDER =
  'Välj en avsändare på din egen domän, och skapa dess nycklar: under Hem, Första stegen.'
const TRANSLATE = 'Översätt det, eller låt det vara: läsarna får det på nästa språk.'
const TO_LINK = 'Ange adressen som den leder till, eller ta bort den.'
const ALT = 'Säg med några ord vad den visar; lämna den tom om den bara pryder.'

const ANSWERS: Record<string, string> = {
  gone: 'sidan finns inte längre',
  unsure: 'svarade inte som väntat',
  'no host': 'servern hittas inte',
  'no address': 'är ingen adress på webben',
}

const reasonOf = (of: (name: string) => string): string =>
  linkReason(linkReasons, of('cause'), of('said')) ?? ANSWERS[of('answer')] ?? ANSWERS.unsure!

export const findings: Required<FindingWords> = {
  'subject-empty': {
    says: () => 'Ämnet är tomt för en prenumerant utan uppgifter.',
    mend: SUBJECT,
  },
  'subject-long': {
    says: of =>
      `Ämnet har ${of('length')} tecken; telefoner visar ungefär 40, de flesta program ${of('most')}.`,
    mend: SUBJECT,
  },
  'subject-fine': { says: of => `Ämnet har ${of('length')} tecken.` },
  'size-clipped': {
    says: of =>
      `Mejlet har ${of('kilobytes')} kB: Gmail klipper av vid 102 kB, så att slutet inte syns.`,
    mend: SIZE,
  },
  'size-near': {
    says: of => `Mejlet har ${of('kilobytes')} kB; Gmail klipper av vid 102 kB.`,
    mend: SIZE,
  },
  'size-fine': { says: of => `Mejlet har ${of('kilobytes')} kB.` },
  'unsubscribe-own': { says: () => 'Nyhetsbrevet har en länk för att avsluta prenumerationen.' },
  'unsubscribe-added': {
    says: () => 'En länk för att avsluta läggs till sist, eftersom nyhetsbrevet inte har någon.',
  },
  'characters-utf8': { says: () => 'Listans mejl skrivs i UTF-8, som har alla tecken.' },
  'characters-fit': { says: of => `Allt ryms i listans teckenuppsättning, ${of('charset')}.` },
  'characters-outside': {
    says: of =>
      `Ryms inte i listans teckenuppsättning, ${of('charset')}, så mejlen skickas i UTF-8: ` +
      `${of('characters')}.`,
    mend: CHARACTERS,
  },
  'link-bad': {
    says: of =>
      of('address') === ''
        ? 'En länk har ingen adress.'
        : `”${of('address')}” fungerar inte i ett mejl: skriv https:// och hela adressen.`,
    mend: LINKS,
  },
  'tag-encoded': {
    says: of =>
      `”${of('tag')}” är ingen tagg: ett program har kodat klamrarna, så alla får den som den ` +
      `står. Skriv ”${of('meant')}”.`,
    mend: TAGS,
  },
  'tag-without-values': {
    says: of =>
      of('people') === '0'
        ? `Ingen på listan har ett värde för taggen ”${of('tag')}”.`
        : `Ingen av ${of('people')} personer på listan har ett värde för taggen ”${of('tag')}”.`,
    mend: TAGS,
  },
  'sender-provider': {
    says: of =>
      `${of('domain')} låter ingen annan server skicka i sitt namn: mejl från dess adresser ` +
      'avvisas eller hamnar i skräpposten. Använd en adress på din egen domän.',
    mend: SENDER,
  },
  'sender-signed': {
    says: of => `Mejlen signeras för ${of('domain')}, avsändarens domän.`,
  },
  'sender-unsigned': {
    says: of => `Mejlen signeras inte för ${of('domain')}, om inte reläet gör det.`,
    mend: SENDER,
  },
  'sender-none': {
    says: () => 'Det finns ingen avsändare än.',
    mend: 'Skapa en lista, eller ange en avsändare.',
  },
  'pictures-none': { says: () => 'Det finns inga bilder.' },
  'pictures-described': { says: of => `Alla bilder är beskrivna: ${of('pictures')}.` },
  'pictures-silent': {
    says: of =>
      `${of('pictures')} av ${of('all')} bilder saknar alternativ text, som läses upp, och visas ` +
      'när bilder är avstängda. Lämna den tom för bilder som bara pryder.',
    mend: PICTURES,
  },
  'pictures-http': {
    says: of =>
      `Bilder med http://, som en del program inte visar: ${of('pictures')}. Använd https://.`,
    mend: PICTURES,
  },
  'pictures-data': {
    says: of =>
      `Bilder med data:, som Gmail och Outlook inte visar: ${of('pictures')}. Lägg till dem i ` +
      'nyhetsbrevet eller i biblioteket.',
    mend: PICTURES,
  },
  'picture-bad': {
    says: of =>
      `${of('address') === '' ? 'En bild utan adress' : `Bilden ”${of('address')}”`} syns inte ` +
      'för någon: skriv https:// och hela adressen.',
    mend: PICTURES,
  },
  'link-unanswered': {
    says: of => `${of('address')}: ${reasonOf(of)}.`,
    mend: OPEN_LINK,
  },
  'links-untried': {
    says: of => `Den här datorn hittar inga servrar på nätet: ${of('links')} länkar provades inte.`,
    mend: OPEN_LINK,
  },
  'links-answer': { says: of => `Länkar som svarar: ${of('links')}.` },
  'links-left': {
    says: of => `Ytterligare ${of('links')} länkar provades inte.`,
    mend: OPEN_LINK,
  },
  'spam-capitals': {
    says: () => 'Ämnet står i versaler.',
    mend: 'Skriv det med vanliga bokstäver.',
  },
  'spam-marks': {
    says: () => 'Ämnet har flera utrops- eller frågetecken.',
    mend: 'Ett på sin höjd räcker.',
  },
  'spam-shown': {
    says: of =>
      `En länk visar ${of('shown')} och leder till ${of('host')}, som bedragares länkar gör.`,
    mend: 'Visa ord, eller adressen som den leder till.',
  },
  'spam-shortener': {
    says: of => `En länk leder genom ${of('host')}.`,
    mend: 'Ange själva adressen: klick räknas ändå.',
  },
  'spam-number': {
    says: of => `En länk leder till numret ${of('host')}.`,
    mend: 'Ange servern med dess namn.',
  },
  'spam-pictures': {
    says: () => 'Nästan allt är bilder: utan bilder går ingenting att läsa.',
    mend: 'Skriv de viktigaste meningarna som text.',
  },
  'spam-none': { says: () => 'Ingenting i det liknar skräppost.' },
  'subject-none': { says: () => 'Det finns inget ämne.', mend: SUBJECT },
  'languages-no-field': {
    says: () => 'Inget datafält är valt för personers språk: alla får grundspråket.',
    mend: 'Välj datafältet som har språket, under Inställningar för läsare.',
  },
  'untranslated-subject': {
    says: of => `Ämnet är inte översatt (${of('language')}).`,
    mend: TRANSLATE,
  },
  'untranslated-preheader': {
    says: of => `Förhandstexten är inte översatt (${of('language')}).`,
    mend: TRANSLATE,
  },
  untranslated: {
    says: of => `Ett block är inte översatt, eller inte helt (${of('language')}).`,
    mend: TRANSLATE,
  },
  'untranslated-more': {
    says: of => `${of('left')} fler block är inte översatta (${of('language')}).`,
    mend: TRANSLATE,
  },
  'translation-old': {
    says: of => `Grundtexten har ändrats sedan detta översattes (${of('language')}).`,
    mend: 'Jämför med grundtexten, och ändra eller säg att det fortfarande stämmer.',
  },
  'blocks-none': {
    says: () => 'Det finns inga block.',
    mend: 'Lägg till en text eller en bild.',
  },
  'block-empty': { says: () => 'Ett block är tomt.', mend: 'Skriv något, eller ta bort det.' },
  'button-unlinked': {
    says: of => `Knappen ”${of('text')}” har ingen länk.`,
    mend: TO_LINK,
  },
  'video-unlinked': { says: () => 'Videon har ingen länk.', mend: TO_LINK },
  'entry-unlinked': { says: of => `”${of('text')}” har ingen länk.`, mend: TO_LINK },
  'feed-unsent': {
    says: () =>
      'Här visas inlägg ur ett flöde, och ingen utlösare med ett flöde skickar det: inget skulle visas.',
    mend: 'Låt en utlösare som börjar med ett flöde skicka det.',
  },
  'picture-none': {
    says: () => 'Ingen bild är vald.',
    mend: 'Välj en, eller ta bort blocket.',
  },
  'picture-undescribed': { says: () => 'En bild saknar alternativ text.', mend: ALT },
  'linked-picture-undescribed': {
    says: () =>
      'En bild saknar alternativ text. Den är en länk, som ingen kan följa som inte ser den.',
    mend: ALT,
  },
  'access-fine': { says: () => 'Språk, rubriker och länkar kan följas av alla.' },
  'access-language': {
    says: () => 'Mejlet säger inte sitt språk: skärmläsare kan läsa det på ett annat.',
    mend: 'Skriv <html lang="sv">, med det språk som det är på.',
  },
  'access-title': {
    says: () => 'Mejlet har ingen titel, som i webbläsaren och uppläst säger vad det är.',
    mend: 'Skriv <title> i huvudet, eller <mj-title> i MJML, med vad mejlet handlar om.',
  },
  'access-table': {
    says: () => 'En tabell utan rubriker läses upp cell för cell, som om den hade data.',
    mend: 'Skriv role="presentation" för en tabell som bara ordnar, <th> för en med data.',
  },
  'heading-none': {
    says: () => 'Det finns ingen rubrik på första nivån, som säger vad mejlet handlar om.',
    mend: 'Gör den första rubriken till en på nivå 1.',
  },
  'heading-several': {
    says: () => 'Det finns flera rubriker på första nivån.',
    mend: 'Behåll en; de andra är på nivå 2.',
  },
  'heading-skipped': {
    says: of => `En rubrik på nivå ${of('level')} följer på en på nivå ${of('above')}.`,
    mend: 'Hoppa inte över någon nivå.',
  },
  'link-wordless': {
    says: () => 'En länk har inga ord: den som lyssnar vet inte vart den leder.',
    mend: 'Skriv vart den leder, eller beskriv dess bild.',
  },
  'link-vague': {
    says: of => `En länk säger bara ”${of('text')}”.`,
    mend: 'Skriv vart den leder: många läser bara länkarna.',
  },
  contrast: {
    says: of =>
      `Kontrasten i en text, ${of('ink')} på ${of('ground')}, är ${of('ratio')} : 1; ${of('least')} : 1 kan ` +
      'läsas av alla.',
    mend: 'Välj en mörkare eller ljusare färg, eller varumärkets.',
  },
}
