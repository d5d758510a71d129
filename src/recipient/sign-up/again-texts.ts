/** The confirmation email once more: what pages say about it, in all languages. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

interface AgainTexts {
  nothing: string
  hint: string
  button: string
  /** After the button; the same whether there is such a sign-up or not. */
  asked: string
}

export const againTexts: Record<FormLanguage, AgainTexts> = {
  en: {
    nothing: 'Nothing came?',
    hint: 'Look among the spam, too. We can send the email once more, an hour after the first.',
    button: 'Send the email once more',
    asked:
      'If an email waits for an answer there, it comes once more: an hour after the first at the earliest, and only once.',
  },
  sv: {
    nothing: 'Kom det inget?',
    hint: 'Titta även bland skräpposten. Vi kan skicka brevet en gång till, en timme efter det första.',
    button: 'Skicka brevet en gång till',
    asked:
      'Om ett brev väntar på svar där kommer det en gång till: tidigast en timme efter det första, och bara en gång.',
  },
  de: {
    nothing: 'Nichts angekommen?',
    hint: 'Sehen Sie auch im Spam nach. Wir können die E-Mail noch einmal schicken, eine Stunde nach der ersten.',
    button: 'E-Mail noch einmal schicken',
    asked:
      'Wenn dort eine E-Mail auf Antwort wartet, kommt sie noch einmal: frühestens eine Stunde nach der ersten, und nur einmal.',
  },
  fr: {
    nothing: 'Rien n’est arrivé ?',
    hint: 'Regardez aussi parmi les indésirables. Nous pouvons renvoyer l’e-mail, une heure après le premier.',
    button: 'Renvoyer l’e-mail',
    asked:
      'Si un e-mail y attend une réponse, il vient encore une fois : au plus tôt une heure après le premier, et une seule fois.',
  },
  nb: {
    nothing: 'Kom det ingenting?',
    hint: 'Se også i søppelposten. Vi kan sende e-posten én gang til, en time etter den første.',
    button: 'Send e-posten én gang til',
    asked:
      'Hvis en e-post venter på svar der, kommer den én gang til: tidligst en time etter den første, og bare én gang.',
  },
  da: {
    nothing: 'Kom der ikke noget?',
    hint: 'Se også i spam. Vi kan sende e-mailen én gang til, en time efter den første.',
    button: 'Send e-mailen én gang til',
    asked:
      'Hvis en e-mail venter på svar der, kommer den én gang til: tidligst en time efter den første, og kun én gang.',
  },
  fi: {
    nothing: 'Eikö mitään tullut?',
    hint: 'Katso myös roskapostista. Voimme lähettää viestin vielä kerran, tunnin kuluttua ensimmäisestä.',
    button: 'Lähetä viesti vielä kerran',
    asked:
      'Jos viesti odottaa siellä vastausta, se tulee vielä kerran: aikaisintaan tunnin kuluttua ensimmäisestä, ja vain kerran.',
  },
}
