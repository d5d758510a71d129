/** What public pages of forms say, beside the words of the account, in all their languages. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

export interface FormPageTexts {
  /** The language by its own name. */
  own: string
  address: string
  name: string
  optional: string
  choose: string
  lists: string
  button: string
  /** Below the button. */
  fine: string
  mistakes: string
  missing: string
  wrongAddress: string
  wrongValue: string
  noList: string
  noConsent: string
  again: string
  leaveEmpty: string
  sent: string
  sentHint: string
  oneMore: string
  /** Before the lists to subscribe to. */
  gets(address: string): string
  confirm: string
  notYou: string
  back: string
  backHint: string
  confirmBack: string
  done: string
  doneHint(address: string): string
  over: string
  overHint: string
  signUpAgain: string
}

const en: FormPageTexts = {
  own: 'English',
  address: 'Email address',
  name: 'Name',
  optional: 'if you like',
  choose: 'Choose',
  lists: 'What would you like?',
  button: 'Sign up',
  fine: 'We send one email. You get nothing more until you confirm there.',
  mistakes: 'Not sent yet. Something is missing below.',
  missing: 'Please fill this in.',
  wrongAddress: 'This is no whole email address: name@example.com.',
  wrongValue: 'This can’t be taken as it is. Please write it shorter, in one line.',
  noList: 'Please choose at least one.',
  noConsent: 'Without this we may not write to you.',
  again: 'Please look through it, and press the button once more.',
  leaveEmpty: 'Leave this empty',
  sent: 'Look into your mailbox',
  sentHint:
    'If emails may go to this address, one is on its way. Open it and confirm there: nothing is sent to you before.',
  oneMore: 'One more step',
  gets: address => `${address} gets, once you confirm:`,
  confirm: 'Yes, send me this',
  notYou: 'It was not you? Close the page. Nothing comes.',
  back: 'You had ended all emails',
  backHint:
    'This address wanted no more emails from here. By the button you take that back, for what stands here.',
  confirmBack: 'Send me emails again',
  done: 'You are on the list',
  doneHint: address =>
    `${address} gets the next email. You can leave at any time, by the link in each of them.`,
  over: 'This link has run out',
  overHint: 'Nothing was changed, and nothing is sent to you.',
  signUpAgain: 'Sign up again',
}

const sv: FormPageTexts = {
  own: 'Svenska',
  address: 'E-postadress',
  name: 'Namn',
  optional: 'frivilligt',
  choose: 'Välj',
  lists: 'Vad vill du ha?',
  button: 'Anmäl mig',
  fine: 'Vi skickar ett brev. Du får inget mer förrän du bekräftar där.',
  mistakes: 'Inte skickat än. Något saknas nedan.',
  missing: 'Fyll i det här.',
  wrongAddress: 'Det här är ingen hel e-postadress: namn@example.com.',
  wrongValue: 'Det här går inte att ta emot. Skriv kortare, på en rad.',
  noList: 'Välj minst en.',
  noConsent: 'Utan detta får vi inte skriva till dig.',
  again: 'Titta igenom det och tryck på knappen en gång till.',
  leaveEmpty: 'Lämna detta tomt',
  sent: 'Titta i din inkorg',
  sentHint:
    'Om brev får gå till den här adressen är ett på väg. Öppna det och bekräfta där: innan dess skickas inget till dig.',
  oneMore: 'Ett steg till',
  gets: address => `${address} får, när du bekräftar:`,
  confirm: 'Ja, skicka det till mig',
  notYou: 'Var det inte du? Stäng sidan. Det kommer inget.',
  back: 'Du hade avslutat alla utskick',
  backHint:
    'Den här adressen ville inte ha fler utskick härifrån. Med knappen tar du tillbaka det, för det som står här.',
  confirmBack: 'Skicka mig utskick igen',
  done: 'Du är med på listan',
  doneHint: address =>
    `${address} får nästa utskick. Du kan avsluta när som helst, med länken i varje utskick.`,
  over: 'Länken gäller inte längre',
  overHint: 'Inget har ändrats, och inget skickas till dig.',
  signUpAgain: 'Anmäl dig igen',
}

const de: FormPageTexts = {
  own: 'Deutsch',
  address: 'E-Mail-Adresse',
  name: 'Name',
  optional: 'freiwillig',
  choose: 'Wählen',
  lists: 'Was möchten Sie?',
  button: 'Anmelden',
  fine: 'Wir schicken eine E-Mail. Mehr kommt erst, wenn Sie dort bestätigen.',
  mistakes: 'Noch nicht gesendet. Unten fehlt etwas.',
  missing: 'Bitte füllen Sie das aus.',
  wrongAddress: 'Das ist keine vollständige E-Mail-Adresse: name@example.com.',
  wrongValue: 'So geht das nicht. Bitte schreiben Sie es kürzer, in einer Zeile.',
  noList: 'Bitte wählen Sie mindestens eines.',
  noConsent: 'Ohne das dürfen wir Ihnen nicht schreiben.',
  again: 'Bitte sehen Sie es durch, und drücken Sie den Knopf noch einmal.',
  leaveEmpty: 'Lassen Sie dies leer',
  sent: 'Sehen Sie in Ihr Postfach',
  sentHint:
    'Wenn an diese Adresse E-Mails gehen dürfen, ist eine unterwegs. Öffnen Sie sie und bestätigen Sie dort: Vorher wird Ihnen nichts geschickt.',
  oneMore: 'Noch ein Schritt',
  gets: address => `${address} erhält, wenn Sie bestätigen:`,
  confirm: 'Ja, schicken Sie mir das',
  notYou: 'Das waren Sie nicht? Schließen Sie die Seite. Es kommt nichts.',
  back: 'Sie hatten alle E-Mails beendet',
  backHint:
    'Diese Adresse wollte von hier keine E-Mails mehr. Mit dem Knopf nehmen Sie das zurück, für das, was hier steht.',
  confirmBack: 'Schicken Sie mir wieder E-Mails',
  done: 'Sie stehen auf der Liste',
  doneHint: address =>
    `${address} erhält die nächste E-Mail. Sie können jederzeit gehen, mit dem Link in jeder E-Mail.`,
  over: 'Dieser Link ist abgelaufen',
  overHint: 'Es wurde nichts geändert, und Ihnen wird nichts geschickt.',
  signUpAgain: 'Neu anmelden',
}

const fr: FormPageTexts = {
  own: 'Français',
  address: 'Adresse e-mail',
  name: 'Nom',
  optional: 'facultatif',
  choose: 'Choisir',
  lists: 'Que souhaitez-vous recevoir ?',
  button: 'M’inscrire',
  fine: 'Nous envoyons un seul e-mail. Rien d’autre ne vient avant votre confirmation.',
  mistakes: 'Pas encore envoyé. Il manque quelque chose ci-dessous.',
  missing: 'Merci de remplir ce champ.',
  wrongAddress: 'Ce n’est pas une adresse e-mail complète : nom@example.com.',
  wrongValue: 'Ce texte ne convient pas. Écrivez-le plus court, sur une ligne.',
  noList: 'Choisissez-en au moins une.',
  noConsent: 'Sans cela, nous ne pouvons pas vous écrire.',
  again: 'Relisez, puis appuyez encore une fois sur le bouton.',
  leaveEmpty: 'Laissez ce champ vide',
  sent: 'Regardez votre messagerie',
  sentHint:
    'Si cette adresse peut recevoir des e-mails, un message est en route. Ouvrez-le et confirmez : rien ne vous est envoyé avant.',
  oneMore: 'Encore une étape',
  gets: address => `${address} reçoit, une fois confirmé :`,
  confirm: 'Oui, envoyez-moi cela',
  notYou: 'Ce n’était pas vous ? Fermez la page. Rien ne viendra.',
  back: 'Vous aviez arrêté tous les e-mails',
  backHint:
    'Cette adresse ne voulait plus d’e-mails d’ici. Par le bouton, vous revenez là-dessus, pour ce qui est indiqué ici.',
  confirmBack: 'Envoyez-moi de nouveau des e-mails',
  done: 'Vous êtes inscrit',
  doneHint: address =>
    `${address} reçoit le prochain e-mail. Vous pouvez partir à tout moment, par le lien de chacun d’eux.`,
  over: 'Ce lien a expiré',
  overHint: 'Rien n’a été changé, et rien ne vous est envoyé.',
  signUpAgain: 'S’inscrire à nouveau',
}

const nb: FormPageTexts = {
  own: 'Norsk',
  address: 'E-postadresse',
  name: 'Navn',
  optional: 'frivillig',
  choose: 'Velg',
  lists: 'Hva vil du ha?',
  button: 'Meld meg på',
  fine: 'Vi sender én e-post. Du får ikke mer før du bekrefter der.',
  mistakes: 'Ikke sendt ennå. Noe mangler nedenfor.',
  missing: 'Fyll ut dette.',
  wrongAddress: 'Dette er ingen hel e-postadresse: navn@example.com.',
  wrongValue: 'Dette kan ikke tas imot. Skriv kortere, på én linje.',
  noList: 'Velg minst én.',
  noConsent: 'Uten dette kan vi ikke skrive til deg.',
  again: 'Se gjennom det, og trykk på knappen én gang til.',
  leaveEmpty: 'La dette stå tomt',
  sent: 'Se i innboksen din',
  sentHint:
    'Hvis e-post kan gå til denne adressen, er en på vei. Åpne den og bekreft der: før det sendes ingenting til deg.',
  oneMore: 'Ett steg til',
  gets: address => `${address} får, når du bekrefter:`,
  confirm: 'Ja, send meg dette',
  notYou: 'Var det ikke deg? Lukk siden. Det kommer ingenting.',
  back: 'Du hadde avsluttet all e-post',
  backHint:
    'Denne adressen ville ikke ha mer e-post herfra. Med knappen tar du det tilbake, for det som står her.',
  confirmBack: 'Send meg e-post igjen',
  done: 'Du står på listen',
  doneHint: address =>
    `${address} får neste e-post. Du kan avslutte når som helst, med lenken i hver av dem.`,
  over: 'Lenken er utløpt',
  overHint: 'Ingenting er endret, og ingenting sendes til deg.',
  signUpAgain: 'Meld deg på igjen',
}

const da: FormPageTexts = {
  own: 'Dansk',
  address: 'E-mailadresse',
  name: 'Navn',
  optional: 'frivilligt',
  choose: 'Vælg',
  lists: 'Hvad vil du have?',
  button: 'Tilmeld mig',
  fine: 'Vi sender én e-mail. Du får ikke mere, før du bekræfter der.',
  mistakes: 'Ikke sendt endnu. Der mangler noget nedenfor.',
  missing: 'Udfyld dette.',
  wrongAddress: 'Dette er ikke en hel e-mailadresse: navn@example.com.',
  wrongValue: 'Det kan ikke modtages sådan. Skriv kortere, på én linje.',
  noList: 'Vælg mindst én.',
  noConsent: 'Uden dette må vi ikke skrive til dig.',
  again: 'Se det igennem, og tryk på knappen én gang til.',
  leaveEmpty: 'Lad dette stå tomt',
  sent: 'Se i din indbakke',
  sentHint:
    'Hvis e-mails må gå til denne adresse, er der en på vej. Åbn den og bekræft der: før det sendes intet til dig.',
  oneMore: 'Et trin mere',
  gets: address => `${address} får, når du bekræfter:`,
  confirm: 'Ja, send mig dette',
  notYou: 'Var det ikke dig? Luk siden. Der kommer intet.',
  back: 'Du havde stoppet alle e-mails',
  backHint:
    'Denne adresse ville ikke have flere e-mails herfra. Med knappen tager du det tilbage, for det, der står her.',
  confirmBack: 'Send mig e-mails igen',
  done: 'Du er på listen',
  doneHint: address =>
    `${address} får den næste e-mail. Du kan stoppe når som helst med linket i hver af dem.`,
  over: 'Linket er udløbet',
  overHint: 'Intet er ændret, og intet sendes til dig.',
  signUpAgain: 'Tilmeld dig igen',
}

const fi: FormPageTexts = {
  own: 'Suomi',
  address: 'Sähköpostiosoite',
  name: 'Nimi',
  optional: 'vapaaehtoinen',
  choose: 'Valitse',
  lists: 'Mitä haluat?',
  button: 'Tilaa',
  fine: 'Lähetämme yhden viestin. Muuta ei tule, ennen kuin vahvistat siinä.',
  mistakes: 'Ei vielä lähetetty. Alla puuttuu jotakin.',
  missing: 'Täytä tämä.',
  wrongAddress: 'Tämä ei ole kokonainen sähköpostiosoite: nimi@example.com.',
  wrongValue: 'Tätä ei voi ottaa vastaan. Kirjoita lyhyemmin, yhdelle riville.',
  noList: 'Valitse vähintään yksi.',
  noConsent: 'Ilman tätä emme saa kirjoittaa sinulle.',
  again: 'Katso se läpi ja paina painiketta vielä kerran.',
  leaveEmpty: 'Jätä tämä tyhjäksi',
  sent: 'Katso sähköpostiisi',
  sentHint:
    'Jos tähän osoitteeseen saa lähettää viestejä, yksi on matkalla. Avaa se ja vahvista siinä: sitä ennen sinulle ei lähetetä mitään.',
  oneMore: 'Vielä yksi vaihe',
  gets: address => `${address} saa vahvistuksen jälkeen:`,
  confirm: 'Kyllä, lähettäkää minulle tämä',
  notYou: 'Etkö se ollut sinä? Sulje sivu. Mitään ei tule.',
  back: 'Olit lopettanut kaikki viestit',
  backHint:
    'Tähän osoitteeseen ei haluttu enää viestejä täältä. Painikkeella perut sen tässä mainittujen osalta.',
  confirmBack: 'Lähettäkää minulle taas viestejä',
  done: 'Olet listalla',
  doneHint: address =>
    `${address} saa seuraavan viestin. Voit lopettaa milloin tahansa jokaisessa viestissä olevalla linkillä.`,
  over: 'Linkki on vanhentunut',
  overHint: 'Mitään ei muutettu, eikä sinulle lähetetä mitään.',
  signUpAgain: 'Tilaa uudelleen',
}

export const formPageTexts: Record<FormLanguage, FormPageTexts> = { en, sv, de, fr, nb, da, fi }
