/** Refusals about relays, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfRelays = {
  'relay-nameless': () => 'Ett relä behöver ett namn.',
  'relay-default': () => 'Det namnet har reläet i inställningarna: ta ett annat.',
  'relay-twin': value => `Det finns redan ett relä ${value('name')}.`,
  'route-unknown': value => `Det finns inget relä ”${value('name')}”.`,
  'relay-unknown': value => `Det finns inget relä ”${value('name')}”.`,
  'relay-of-settings': () => 'Reläets adress står i installationens inställningar och ändras där.',
  'relay-connections': (_, number) =>
    `Antalet anslutningar ligger mellan ${number('from')} och ${number('to')}.`,
  'relay-emails': (_, number) =>
    `Antalet mejl per anslutning ligger mellan ${number('from')} och ` + `${number('to')}.`,
  'relay-quota': (_, number) =>
    `Mängden per dygn ligger mellan ${number('from')} och ${number('to')} mejl.`,
  'relay-priority': (_, number) =>
    `Prioriteten är ett heltal från ${number('from')} till ${number('to')}.`,
  'relay-rate': (_, number) => `Takten är mer än 0 och högst ${number('most')} mejl i sekunden.`,
  'provider-unknown': value =>
    `Vi känner inte till leverantören ”${value('name')}”. Ange annars en domän, till exempel ` +
    'example.com.',
  'provider-limits': () => 'Gränser för en leverantör är heltal. Utan uppgift gäller ingen gräns.',
  'provider-rate': (_, number) => `Takten är högst ${number('most')} mejl i sekunden.`,
  'rule-empty': () =>
    'En regel anger ett konto, en lista, ett slags e-post eller en avsändardomän.',
  'rule-kind': value => `Det finns inget slags e-post ”${value('name')}”.`,
  'rule-domain': value =>
    `”${value('name')}” är ingen domän. En domän ser ut så här: news.example.com.`,
  'rules-many': (_, number) => `Det finns redan ${number('most')} regler: ta bort några först.`,
  'rule-none': value => `Det finns ingen regel ${value('id')}.`,
  'rule-twin': value => `Regel ${value('id')} säger redan detsamma.`,
  'warm-up-none': value => `Relät ${value('name')} värms inte upp.`,
  'warm-up-objections': value =>
    `${value('objections')} invändningar mot ${value('messages')} mejl.`,
  'warm-up-complaints': value => `${value('complaints')} klagomål på ${value('messages')} mejl.`,
  'warm-up-unused': value => `bara ${value('messages')} mejl skickades.`,
  'warm-up-first': (_, number) =>
    `Uppvärmningens första dag har mellan 1 och ${number('most')} mejl.`,
  'warm-up-growth': () =>
    'Ökningen per dag ligger mellan 1,05 och 4 gånger; 1,5 gånger är det vanliga.',
  'warm-up-goal': () =>
    'Uppvärmningens mål är ett heltal och inte mindre än den första dagens mängd.',
  'relay-address-long': (_, number) => `Adressen till ett relä har högst ${number('most')} tecken.`,
  'test-address': value => `”${value('address')}” är ingen adress som det går att skicka till.`,
  'test-senderless': () =>
    'Det finns ännu ingen lista vars avsändare kan användas. Ange en avsändare.',
  'relay-tokenless': value => `${value('name')} loggar inte in med OAuth 2.`,
  'relay-token': value => `Det kom ingen token: ${value('says')}.`,
  'events-providerless': value =>
    `Välj vems webhookar som är signerade med nyckeln: ${value('known')}.`,
  'events-provider': value =>
    `Vi känner inte till webhookar från ”${value('name')}”, men väl från ${value('known')}.`,
  'events-key': () => 'Det är inte den nyckel som leverantören signerar sina webhookar med.',
} satisfies DetailWords
