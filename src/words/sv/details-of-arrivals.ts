/** Whether emails arrive, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

const WEEKDAYS = 'söndagar måndagar tisdagar onsdagar torsdagar fredagar lördagar'.split(' ')

export const detailsOfArrivals = {
  'arrival-blocked': (value, number) =>
    `${value('provider')} avvisar ${number('percent')} % av mejlen på grund av avsändaren eller ` +
    `innehållet, ${number('messages')} på tre dagar: ”${value('says')}”.`,
  'arrival-blocked-todo': () =>
    'Skicka inget dit förrän orsaken är åtgärdad: kontrollera först avsändaren i DNS, sedan ' +
    'innehållet i det senaste nyhetsbrevet.',
  'arrival-deferred': (value, number) =>
    `${value('provider')} skjuter upp ${number('percent')} % av mejlen, där ` +
    `${number('usual')} % är vanligt: ”${value('says')}”.`,
  'arrival-deferred-todo': () =>
    'Skicka långsammare: reläet har en takt för den här leverantören. Mejl försöks på nytt i 72 ' +
    'timmar.',
  'arrival-deferred-wait': (_value, number) =>
    `Vänta: så var det andra dagar den senaste månaden (${number('earlier')}), och det gick över. ` +
    'Mejl försöks på nytt i 72 timmar.',
  'arrival-slowed': value => `${value('provider')} har bett om färre mejl: ”${value('says')}”.`,
  'arrival-slowed-todo': () =>
    'Vänta: mejl går dit långsammare av sig självt, och snabbare igen när leverantören tar emot.',
  'arrival-complained': (value, number) =>
    `${number('percent')} % av mejlen som ${value('provider')} tog emot på 30 dagar anmäldes som ` +
    `skräppost: ${number('messages')}.`,
  'arrival-complained-todo': () =>
    'Skicka bara till dem som har öppnat på sistone, och gör länken för att avprenumerera lätt ' +
    'att hitta.',
  'arrival-list': (value, number) =>
    `${number('percent')} % av mejlen till listan ”${value('list')}” anmäldes som skräppost, ` +
    `${number('times')} gånger så många som för de andra listorna.`,
  'arrival-list-todo': () =>
    'Se efter varifrån personerna kom, och ångra en import av personer som inte bad om mejl.',
  'arrival-deferred-weekday': (value, number) =>
    `Vänta: så var det ${number('earlier')} tidigare ${WEEKDAYS[Number(value('weekday'))]} den här ` +
    'månaden också, och det gick över. Mejl försöks igen i 72 timmar.',
  'arrival-list-import': (value, number) =>
    `Se på listans största import, ${value('import')} den ${value('day')} med ${number('people')} ` +
    'personer, och ångra den om de inte bad om mejl.',
  'arrival-addresses': (_value, number) =>
    `${number('percent')} % av mejlen avvisades på tre dagar för att adressen är fel eller ` +
    `borta: ${number('messages')}.`,
  'arrival-addresses-todo': () =>
    'Adresserna får inga fler mejl av sig självt. Se på de senaste importerna: en lista med ' +
    'gamla adresser skadar domänens rykte.',
  'arrival-dmarc': (value, number) =>
    `DMARC-policyn för ${value('domain')} får vara strängare än p=${value('policy')}: ` +
    `${number('percent')} % av ${number('emails')} mejl i mottagares rapporter klarar den.`,
  'arrival-dmarc-todo': value =>
    `Sätt p=${value('stricter')} i stället för p=${value('policy')} i TXT-posten ` +
    `${value('name')}, och lämna dess övriga delar som de är.`,
  'seed-needs-imap': () =>
    'Seedtester tittar i en brevlådas mappar, och POP3 har inga: ange dess adress för IMAP.',
  'seed-none': () =>
    'Ingen brevlåda för seedtester är känd. Lägg till en egen adress hos en leverantör, med dess ' +
    'brevlåda.',
} satisfies DetailWords
