/** The texts of confirmation emails, in all languages of forms. */
import type { ConfirmationTexts } from './confirmation-email.ts'
import type { FormLanguage } from './form-words.ts'

/** `sender`: empty if it has no name. `lists`: their names, in one text. */
export const confirmationTexts = (
  language: FormLanguage,
  sender: string,
  lists: string,
  days: number,
): ConfirmationTexts => TEXTS[language](sender, lists, days)

type Texts = (sender: string, lists: string, days: number) => ConfirmationTexts

const TEXTS: Record<FormLanguage, Texts> = {
  en: (sender, lists, days) => ({
    subject: sender ? `Confirm that you want emails from ${sender}` : 'Confirm your address',
    title: 'Was it you?',
    text: `This address was entered in a form${sender && ` of ${sender}`}, to get: ${lists}. If that was you, confirm it here.`,
    button: 'Confirm my address',
    otherwise: `If it was not you, do nothing: then nothing is sent to you. The link works for ${days} days.`,
  }),
  sv: (sender, lists, days) => ({
    subject: sender ? `Bekräfta att du vill ha utskick från ${sender}` : 'Bekräfta din adress',
    title: 'Var det du?',
    text: `Den här adressen skrevs in i ett formulär${sender && ` hos ${sender}`}, för att få: ${lists}. Var det du, bekräfta här.`,
    button: 'Bekräfta min adress',
    otherwise: `Var det inte du behöver du inte göra något: då skickas inget till dig. Länken gäller i ${days} dagar.`,
  }),
  de: (sender, lists, days) => ({
    subject: sender
      ? `Bestätigen Sie, dass Sie E-Mails von ${sender} möchten`
      : 'Bestätigen Sie Ihre Adresse',
    title: 'Waren Sie das?',
    text: `Diese Adresse wurde in ein Formular${sender && ` von ${sender}`} eingetragen, um zu erhalten: ${lists}. Wenn Sie das waren, bestätigen Sie es hier.`,
    button: 'Meine Adresse bestätigen',
    otherwise: `Wenn Sie es nicht waren, tun Sie nichts: Dann wird Ihnen nichts geschickt. Der Link gilt ${days} Tage.`,
  }),
  fr: (sender, lists, days) => ({
    subject: sender
      ? `Confirmez que vous souhaitez les e-mails de ${sender}`
      : 'Confirmez votre adresse',
    title: 'Était-ce vous ?',
    text: `Cette adresse a été saisie dans un formulaire${sender && ` de ${sender}`}, pour recevoir : ${lists}. Si c’était vous, confirmez-le ici.`,
    button: 'Confirmer mon adresse',
    otherwise: `Si ce n’était pas vous, ne faites rien : rien ne vous sera envoyé. Le lien est valable ${days} jours.`,
  }),
  nb: (sender, lists, days) => ({
    subject: sender ? `Bekreft at du vil ha e-poster fra ${sender}` : 'Bekreft adressen din',
    title: 'Var det deg?',
    text: `Denne adressen ble skrevet inn i et skjema${sender && ` hos ${sender}`}, for å få: ${lists}. Var det deg, bekreft det her.`,
    button: 'Bekreft adressen min',
    otherwise: `Var det ikke deg, trenger du ikke gjøre noe: da sendes ingenting til deg. Lenken gjelder i ${days} dager.`,
  }),
  da: (sender, lists, days) => ({
    subject: sender ? `Bekræft, at du vil have e-mails fra ${sender}` : 'Bekræft din adresse',
    title: 'Var det dig?',
    text: `Denne adresse blev skrevet i en formular${sender && ` hos ${sender}`} for at få: ${lists}. Var det dig, så bekræft det her.`,
    button: 'Bekræft min adresse',
    otherwise: `Var det ikke dig, skal du ikke gøre noget: så sendes der intet til dig. Linket gælder i ${days} dage.`,
  }),
  fi: (sender, lists, days) => ({
    subject: sender
      ? `Vahvista, että haluat sähköposteja lähettäjältä ${sender}`
      : 'Vahvista osoitteesi',
    title: 'Olitko se sinä?',
    text: `Tämä osoite syötettiin lomakkeeseen${sender && ` (${sender})`}, tilauksena: ${lists}. Jos se olit sinä, vahvista se tästä.`,
    button: 'Vahvista osoitteeni',
    otherwise: `Jos se et ollut sinä, sinun ei tarvitse tehdä mitään: sinulle ei lähetetä mitään. Linkki toimii ${days} päivää.`,
  }),
}
