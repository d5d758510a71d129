/** German texts of the recipes. */
import { writeEmail as email, ITEMS, type TranslatedRecipes } from './recipe-words-en.ts'

export const de: TranslatedRecipes = {
  welcome: {
    name: 'Willkommen',
    emails: {
      hello: email(
        'Schön, dass Sie da sind',
        'Was kommt, wie oft, und wo Sie anfangen.',
        [
          'Von jetzt an hören Sie von uns, wenn es etwas zu erzählen gibt. Am Ende jeder E-Mail ist ein Link, mit dem Sie sich sofort abmelden.',
          'Hier fangen die meisten an.',
        ],
        'Hier anfangen',
      ),
      question: email(
        'Worüber möchten Sie lesen?',
        'Eine Frage, ein Klick.',
        ['Sagen Sie uns, was Sie interessiert, dann lassen wir den Rest weg. Ein Klick genügt.'],
        'Auswählen, was mich interessiert',
      ),
      steps: email(
        'Drei erste Schritte',
        'Was anderen in der ersten Woche geholfen hat.',
        [
          'Erstens: Schreiben Sie hier, was zuerst zu tun ist, und warum.',
          'Zweitens: das, wonach am meisten gefragt wird.',
          'Drittens: wo es Hilfe gibt, wenn etwas nicht klappt.',
        ],
        'Zeigen, wie es geht',
      ),
    },
  },
  birthday: {
    name: 'Geburtstag',
    emails: {
      greeting: email(
        'Etwas zu Ihrem Geburtstag',
        'Es liegt zehn Tage für Sie bereit.',
        [
          'Alles Gute von uns. Hier ist etwas für Sie: Schreiben Sie, was es ist, und wie man es bekommt.',
        ],
        'Ansehen',
      ),
      lastcall: email(
        'Ihr Geburtstagsgeschenk gilt nicht mehr lange',
        'Noch drei Tage.',
        ['Wir haben zu Ihrem Geburtstag etwas zurückgelegt. Es liegt noch drei Tage bereit.'],
        'Jetzt holen',
      ),
    },
  },
  'win-back': {
    name: 'Zurückgewinnen',
    emails: {
      offer: email(
        'Was neu ist, seit Sie hier waren',
        'Drei Dinge, die Sie noch nicht kennen.',
        ['Ihre letzte Bestellung ist eine Weile her. Das ist seitdem dazugekommen.'],
        'Neues ansehen',
      ),
      question: email(
        'Ist etwas schiefgegangen?',
        'Zwei Zeilen genügen, und jemand liest sie.',
        [
          'Sie waren nicht wieder hier, und wir wüssten gern, warum. Antworten Sie auf diese E-Mail: Jemand liest sie und antwortet.',
        ],
        'Zum Shop',
      ),
    },
  },
  cart: {
    name: 'Verlassener Warenkorb',
    emails: {
      remind: email(
        'In Ihrem Warenkorb liegt noch etwas',
        'Es ist noch da.',
        [
          `Ihr Warenkorb ist so, wie Sie ihn verlassen haben.${ITEMS}`,
          'War etwas unklar, antworten Sie auf diese E-Mail.',
        ],
        'Zurück zum Warenkorb',
      ),
    },
  },
  purchase: {
    name: 'Nach einem Kauf',
    emails: {
      thanks: email(
        'Danke für Ihre Bestellung',
        'So haben Sie am meisten davon.',
        ['Schön, dass Sie sich für uns entschieden haben. So pflegen Sie, was Sie gekauft haben.'],
        'Tipps lesen',
      ),
      question: email(
        'Wie läuft es?',
        'Was ist gut, und was nicht?',
        [
          'Sie haben es jetzt zwei Wochen. Ein paar Worte helfen anderen bei der Wahl und uns beim Verbessern.',
        ],
        'Bewertung schreiben',
      ),
    },
  },
  're-permission': {
    name: 'Bleiben oder gehen',
    emails: {
      ask: email(
        'Möchten Sie unsere E-Mails weiter bekommen?',
        'Ein Klick, und alles bleibt, wie es ist.',
        [
          'Sie haben länger nichts angeklickt, und das ist in Ordnung. Wenn Sie unsere E-Mails weiter bekommen möchten, genügt ein Klick.',
        ],
        'Ja, ich möchte bleiben',
      ),
      again: email(
        'Wir schreiben Ihnen nicht mehr',
        'Es sei denn, Sie klicken in den nächsten zwei Wochen.',
        ['Wir möchten nicht stören. Ohne Antwort war dies die letzte E-Mail dieser Liste.'],
        'Nein, ich möchte bleiben',
      ),
    },
  },
  'blog-digest': {
    name: 'Aus dem Blog',
    emails: {
      digest: {
        subject: 'Neu im Blog: {{ feed.items[0].title }}',
        preheader: 'Neu im Blog, in wenigen Worten.',
        heading: 'Neu im Blog',
        text: [
          'Das ist seit der letzten E-Mail dazugekommen. Jeder Titel führt zum ganzen Beitrag.',
        ],
        button: 'Zum Blog',
        feed: true,
      },
    },
  },
}
