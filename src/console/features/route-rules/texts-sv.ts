/** The strings of the page of rules, in Swedish. */
import type { rules } from './texts.ts'

export const sv: typeof rules = {
  title: 'Regler för reläer',
  hint:
    'De säger vilket relä som tar vilka mejl: det som ett konto skickar kan då bara stoppa sitt ' +
    'eget relä.',
  none: 'Ingen regel ännu',
  noneHint:
    'Alla reläer tar alla mejl, i sin ordning. En regel reserverar ett relä för mejlen från ett ' +
    'konto, en lista, ett slag eller en avsändare.',
  add: 'Lägg till en regel',
  change: 'Ändra regeln',
  changeAct: 'Ändra',
  remove: 'Ta bort',
  removed: 'Regeln togs bort. Det gäller inom två sekunder.',
  saved: 'Regeln är sparad. Den gäller inom två sekunder.',
  actionsOf: rule => `Åtgärder för regel ${rule}`,
  rule: 'Regel',
  emails: 'Mejl',
  by: 'Via',
  rest: 'Allt annat',
  restNone: 'inget relä är kvar: det väntar',
  order:
    'Regeln med flest villkor avgör. Av flera med lika många används alla deras reläer, i ' +
    'reläernas ordning. Ett relä med regler tar inget annat; mejl med en regel går via inget annat ' +
    'relä, och väntar medan deras är pausat.',
  relay: 'Relä',
  kind: 'Slag',
  anyKind: 'Alla slag',
  kinds: {
    newsletter: 'Nyhetsbrev',
    test: 'Testmejl',
    trigger: 'Mejl från en utlösare',
    transaction: 'Enskilt mejl från ett program',
    reply: 'Vidarebefordrat svar',
  },
  kindsOf: {
    newsletter: 'Nyhetsbrev',
    test: 'Testmejl',
    trigger: 'Mejl från utlösare',
    transaction: 'Enskilda mejl från program',
    reply: 'Vidarebefordrade svar',
  },
  everything: 'Alla mejl',
  ofAccount: name => `konto ${name}`,
  ofList: name => `lista ${name}`,
  fromDomain: name => `från ${name}`,
  account: 'Konto',
  anyAccount: 'Alla konton',
  list: 'Lista',
  anyList: 'Alla listor',
  noList: 'Ingen lista',
  domain: 'Avsändarens domän',
  domainHint: 'Som news.example.com. Tomt: alla.',
  reserves: relay =>
    `${relay} tar då bara mejl som har en regel för det, och de går via inget annat relä.`,
  save: 'Spara',
  wantsOne: 'Välj minst ett: slag, konto, lista eller domän.',
  trial: 'Vilken väg skulle det gå?',
  trialHint: 'som reläer och regler är nu',
  trialDomainHint: 'Tomt: listans.',
  takes: relay => `Det går via ${relay}`,
  byRules: rules => `enligt regel ${rules}`,
  byNone: 'ingen regel avgör',
  waits: 'Det väntar: inget relä tar det nu',
  nobody: 'Det väntar: varje relä har regler, och ingen är för det',
  sandbox: 'Det finns inget relä: sandlådan behåller det.',
  obstacles: {
    'not-in-use': 'används inte',
    paused: 'är pausat',
    quota: 'har använt sin kvot',
    refuses: 'tar inte emot något just nu',
  },
  ready: 'skulle ta det',
  warms: 'Det värms upp: det som går över en leverantörs kvot väntar till nästa dag.',
}
