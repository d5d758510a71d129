/** What is wrong with tags, slots and sources of emails, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

const PARTS: Record<string, string> = {
  subject: 'ämnesraden',
  preheader: 'förhandstexten',
  html: 'HTML',
  text: 'texten',
  mjml: 'MJML',
}

export const detailsOfTemplates = {
  'template-at': value => {
    const [part = '', slot] = value('part').split(' ')
    const where = [
      part === 'slot' ? `platsen ${slot}` : (PARTS[part] ?? ''),
      `rad ${value('line')}`,
      `kolumn ${value('column')}`,
    ]
    return `${where.filter(one => one !== '').join(', ')}: ${value('says')}`
  },
  'template-name': value =>
    `Taggen ”${value('name')}” finns inte.` +
    `${value('meant') === '' ? '' : ` Menade du ${value('meant')}?`} Det finns: ${value('known')}.`,
  'variant-template': value => `I en variant: ${value('says')}`,
  'template-statement': () =>
    'Här går bara {{ }}, inte {% %}. Skriv {{ "{%" }} för att få ut det som text.',
  'template-quote': () => 'Ett citattecken öppnas och stängs inte.',
  'template-bracket-quote': () =>
    'Ett namn inom hakparentes står inom citattecken: {{ ["Förnamn"] }}.',
  'template-bracket': () => 'Parentesen är inte stängd.',
  'template-reserved': value => `”${value('name')}” kan inte stå här.`,
  'template-nameless': () => 'En tagg saknar namn.',
  'template-property': () => 'Värden har inga egenskaper: här går bara själva namnet.',
  'template-unclosed': () =>
    '{{ öppnas och stängs inte. Skriv {{ "{{" }} för att få ut det som text.',
  'template-default': () => 'Till default hör ett ersättningsord: {{ name | default: "vän" }}.',
  'template-filter-here': value =>
    `Filtret ”${value('filter')}” finns inte här, utan default och url_encode.`,
  'template-ends': () => 'Taggen är inte stängd.',
  'template-typographic': () => 'Typografiska citattecken gäller inte: använd " eller \'.',
  'template-entity': () => 'Citattecknet har blivit en HTML-entitet: använd själva " eller \'.',
  'template-character': value => `Här står ”${value('character')}” oväntat.`,
  'template-data': () => 'Ange ett av datans värden: {{ data.total }}.',
  'template-event': () => 'Ange ett av händelsens värden: {{ event.total }}.',
  'template-literal': () => 'Här måste ett namn skrivas ut.',
  'template-single': value => `”${value('name')}” är ett enda värde utan egenskaper.`,
  'template-nested': () => 'Det är för djupt nästlat.',
  'template-limit': value => `Det är mer än vad som är tillåtet i ett mejl (${value('says')}).`,
  'template-filter': value => `Filtret ”${value('filter')}” finns inte.`,
  'template-tag': value => `Kommandot ”${value('tag')}” finns inte här.`,
  'template-open': value => `${value('tag')} är inte stängt.`,
  'template-wrong': value => `Källtexten går inte så: ${value('says')}`,
  'slot-nested': value => `En plats kan inte ligga i en annan: ${value('slot')}.`,
  'slot-name': () => 'Namnet på en plats har högst 50 bokstäver, siffror, - och _.',
  'slot-void': value =>
    `${value('name')} kan inte ha något innehåll, så det kan inte vara en plats.`,
  'slot-picture': () => 'Platsen för en bild behöver src="" med bilden som annars visas.',
  'slot-end': () => 'En plats behöver ett slut: öppna och stäng elementet.',
  'slot-unclosed': value => `Platsen ${value('slot')} öppnas och stängs inte.`,
  'template-too-large': () => 'Det är för stort, eller för djupt nästlat, för att bearbetas.',
  'template-between': () =>
    'Liquid mellan attributen i ett element går inte: sätt det i ett värde, class="{% if x ' +
    '%}a{% endif %}".',
  'template-lost': () => 'Här är ingenting tillåtet: det skulle gå förlorat.',
  'template-moved': () =>
    'Det är inte tillåtet på den här platsen i en tabell: det skulle flyttas.',
  'template-deep': (_, number) =>
    `Element är nästlade i mer än ${number('most')} led, eller är inte stängda.`,
  'mjml-long': (_, number) => `MJML har högst ${number('most')} tecken.`,
  'mjml-include': () =>
    'mj-include går inte, eftersom ett nyhetsbrev inte har några andra filer: sätt in själva ' +
    'innehållet.',
  'mjml-closed': value => `${value('name')} stängs här men var inte öppnat.`,
  'mjml-open': value => `${value('name')} öppnas och stängs inte.`,
  'mjml-begin': () => 'MJML börjar med <mjml>.',
  'styles-large': value =>
    `I HTML på mer än ${value('most')} MB går det inte att sätta in stilarna.`,
  'data-filter-ids': value =>
    `I ${value('attribute')} står nummer på filter, till exempel ${value('attribute')}="5".`,
  'data-filter-comment': value =>
    `${value('attribute')} kan inte stå i en kommentar, för vissa e-postprogram läser den: ` +
    'sätt det runt kommentaren.',
  'data-filter-open': value =>
    `Elementet ${value('name')} med ${value('attribute')} är inte stängt.`,
  'picture-beside': value =>
    `Bredvid nyhetsbrevet finns ingen bild ”${value('path')}”. Lägg bilder i dess mapp, ` +
    'eller länka till dem med https://.',
  'picture-type': value =>
    `”${value('path')}” är ingen PNG, JPEG eller GIF, som alla e-postprogram visar.`,
  'template-long': value => `Det blir mer än ${value('millions')} miljoner tecken.`,
  'template-slow': value => `Det tar mer än ${value('millis')} ms processortid per mejl.`,
} satisfies DetailWords
