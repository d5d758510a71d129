/** Swedish texts of the recipes. */
import { writeEmail as email, ITEMS, type TranslatedRecipes } from './recipe-words-en.ts'

export const sv: TranslatedRecipes = {
  welcome: {
    name: 'Välkommen',
    emails: {
      hello: email(
        'Roligt att du är här',
        'Vad som kommer, hur ofta och var du börjar.',
        [
          'Från och med nu hör du av oss när det finns något att berätta. Längst ner i varje brev finns en länk som tar dig ur listan direkt.',
          'Här börjar de flesta.',
        ],
        'Börja här',
      ),
      question: email(
        'Vad vill du läsa om?',
        'En fråga, ett klick.',
        ['Berätta vad som intresserar dig, så låter vi bli resten. Det tar ett klick.'],
        'Välj vad som intresserar dig',
      ),
      steps: email(
        'Tre första steg',
        'Vad andra hade nytta av den första veckan.',
        [
          'Ett: skriv här vad man gör först, och varför.',
          'Två: det som flest frågar efter.',
          'Tre: var man får hjälp när något inte fungerar.',
        ],
        'Visa mig hur',
      ),
    },
  },
  birthday: {
    name: 'Födelsedag',
    emails: {
      greeting: email(
        'Något till din födelsedag',
        'Det väntar på dig i tio dagar.',
        ['Grattis från oss. Här finns något till dig: skriv vad det är och hur man får det.'],
        'Titta här',
      ),
      lastcall: email(
        'Din födelsedagspresent går snart ut',
        'Tre dagar till.',
        ['Vi har lagt undan något till din födelsedag. Det finns kvar i tre dagar till.'],
        'Hämta den nu',
      ),
    },
  },
  'win-back': {
    name: 'Välkommen tillbaka',
    emails: {
      offer: email(
        'Det här är nytt sedan sist',
        'Tre saker du inte har sett än.',
        ['Det var ett tag sedan du handlade. Här är det som har kommit sedan dess.'],
        'Se det nya',
      ),
      question: email(
        'Gick något fel?',
        'Två rader räcker, och någon läser dem.',
        [
          'Du har inte varit här igen, och vi vill gärna veta varför. Svara på det här brevet: någon läser och svarar.',
        ],
        'Besök butiken',
      ),
    },
  },
  cart: {
    name: 'Glömd varukorg',
    emails: {
      remind: email(
        'Du lämnade något i varukorgen',
        'Det finns kvar.',
        [
          `Varukorgen är som du lämnade den.${ITEMS}`,
          'Var något oklart, så svara på det här brevet.',
        ],
        'Tillbaka till varukorgen',
      ),
    },
  },
  purchase: {
    name: 'Efter ett köp',
    emails: {
      thanks: email(
        'Tack för din beställning',
        'Så får du ut mest av den.',
        ['Det är roligt att du valde oss. Så här tar du hand om det du har köpt.'],
        'Läs tipsen',
      ),
      question: email(
        'Hur går det?',
        'Vad gick bra, och vad gjorde det inte?',
        [
          'Nu har du haft det i två veckor. Några ord hjälper andra att välja och oss att bli bättre.',
        ],
        'Skriv en recension',
      ),
    },
  },
  're-permission': {
    name: 'Stanna eller gå',
    emails: {
      ask: email(
        'Vill du ha våra brev även i fortsättningen?',
        'Ett klick, och allt blir som det är.',
        [
          'Du har inte klickat på något på länge, och det är i sin ordning. Vill du ha våra brev även i fortsättningen räcker ett klick.',
        ],
        'Ja, jag vill stanna',
      ),
      again: email(
        'Vi slutar skriva till dig',
        'Om du inte klickar inom två veckor.',
        ['Vi vill inte vara i vägen. Utan svar var det här det sista brevet från den här listan.'],
        'Nej, jag vill stanna',
      ),
    },
  },
  'blog-digest': {
    name: 'Från bloggen',
    emails: {
      digest: {
        subject: 'Nytt på bloggen: {{ feed.items[0].title }}',
        preheader: 'Nytt på bloggen, med några ord om varje.',
        heading: 'Nytt på bloggen',
        text: ['Det här har kommit sedan förra mejlet. Varje rubrik leder till hela inlägget.'],
        button: 'Till bloggen',
        feed: true,
      },
    },
  },
}
