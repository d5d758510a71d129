/** The strings of the server-rendered pages, by language. */

export const PAGE_LANGUAGES = ['en', 'sv', 'de'] as const
export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

/** A title, and one sentence. */
type Notice = [title: string, sentence: string]

export interface PageTexts {
  continue: string
  signInInstead: string
  invitation: string
  invited(account: string, role: string, email: string): string
  yourName: string
  newPassword: string
  newPasswordFor(email: string): string
  chooseNew: string
  yourPassword: string
  forgottenHint: string
  address: string
  sendLink: string
  asked: Notice
  code: string
  codeTitle: string
  codeHint: string
  signIn: string
  signInHint: string
  nameOrAddress: string
  password: string
  forgotten: string
  signInWith(provider: string): string
  signInTo(account: string): string
  signedInAs(name: string): string
  linkExchanges(account: string): string
  siteExchanges(provider: string): string
  stay(name: string): string
  linkGone: string
  loginUsed: Notice
  notSignedIn: string
  notBegun: string
  /** `reason`: of the provider or of its program, in English. */
  notByProvider(provider: string, reason: string): string
  nothingHere: Notice
  otherSite: Notice
  notUnderstood: Notice
  tooLarge: Notice
  tooSlow: Notice
  noRoom: Notice
  fault(id: string): Notice
}

const EN: PageTexts = {
  continue: 'Continue',
  signInInstead: 'Sign in with user name and password',
  invitation: 'Invitation',
  invited: (account, role, email) =>
    `You are invited to ${account}, with the role “${role}” and the address ${email}.`,
  yourName: 'Your name',
  newPassword: 'New password',
  newPasswordFor: email => `For ${email}.`,
  chooseNew: 'New password, at least 8 characters',
  yourPassword: 'Your password',
  forgottenHint: 'A link to set one is mailed to the address that you sign in with.',
  address: 'Email address',
  sendLink: 'Send the link',
  asked: [
    'Look into your mailbox',
    'If the address is that of a member, a link for a new password is on its way. It is valid ' +
      'for a day.',
  ],
  code: 'Code',
  codeTitle: 'One-time code',
  codeHint: 'Six digits of your authenticator app, or a recovery code.',
  signIn: 'Sign in',
  signInHint: 'With your email address, or the user name of the account.',
  nameOrAddress: 'Email address or user name',
  password: 'Password',
  forgotten: 'Forgotten your password?',
  signInWith: provider => `Sign in with ${provider}`,
  signInTo: account => `Sign in to ${account}`,
  signedInAs: name => `You are signed in as ${name}.`,
  linkExchanges: account =>
    `This link signs you out there, and in to the account ${account}. If you did not expect it, ` +
    'stay where you are.',
  siteExchanges: provider =>
    `Another site asks to exchange that for your login at ${provider}. If you did not expect it, ` +
    'stay where you are.',
  stay: name => `Stay signed in as ${name}`,
  linkGone: 'This link is no longer valid',
  loginUsed: [
    'This link no longer works',
    'A login link opens once, within ten minutes. Ask for a new one where you got it, or sign ' +
      'in here.',
  ],
  notSignedIn: 'Not signed in',
  notBegun: 'The sign-in was not begun in this browser, or took too long.',
  notByProvider: (provider, reason) => `${provider} did not sign you in: ${reason}.`,
  nothingHere: ['Nothing here', 'There is nothing at this address.'],
  otherSite: ['Not from here', 'This form was sent from another site.'],
  notUnderstood: ['Not understood', 'The request could not be understood.'],
  tooLarge: ['Not understood', 'The form is larger than any of ours.'],
  tooSlow: ['Too slow', 'The form did not arrive in time. Please try again.'],
  noRoom: ['Just a moment', 'There is too much to do. Please try again.'],
  fault: id => ['Something went wrong', `The page could not be made. Reference number: ${id}.`],
}

const DE: PageTexts = {
  continue: 'Weiter',
  signInInstead: 'Mit Benutzername und Passwort anmelden',
  invitation: 'Einladung',
  invited: (account, role, email) =>
    `Sie sind zu ${account} eingeladen, in der Rolle „${role}“ und mit der Adresse ${email}.`,
  yourName: 'Ihr Name',
  newPassword: 'Neues Passwort',
  newPasswordFor: email => `Für ${email}.`,
  chooseNew: 'Neues Passwort, mindestens 8 Zeichen',
  yourPassword: 'Ihr Passwort',
  forgottenHint:
    'Ein Link, mit dem Sie eines setzen, geht an die Adresse, mit der Sie sich anmelden.',
  address: 'E-Mail-Adresse',
  sendLink: 'Link senden',
  asked: [
    'Sehen Sie in Ihr Postfach',
    'Gehört die Adresse einem Mitglied, ist ein Link für ein neues Passwort unterwegs. Er gilt ' +
      'einen Tag.',
  ],
  code: 'Code',
  codeTitle: 'Einmalcode',
  codeHint: 'Sechs Ziffern Ihrer Authenticator-App, oder ein Wiederherstellungscode.',
  signIn: 'Anmelden',
  signInHint: 'Mit Ihrer E-Mail-Adresse oder dem Benutzernamen des Kontos.',
  nameOrAddress: 'E-Mail-Adresse oder Benutzername',
  password: 'Passwort',
  forgotten: 'Passwort vergessen?',
  signInWith: provider => `Mit ${provider} anmelden`,
  signInTo: account => `Bei ${account} anmelden`,
  signedInAs: name => `Sie sind als ${name} angemeldet.`,
  linkExchanges: account =>
    `Dieser Link meldet Sie dort ab und beim Konto ${account} an. Haben Sie das nicht erwartet, ` +
    'bleiben Sie, wo Sie sind.',
  siteExchanges: provider =>
    `Eine andere Website möchte das gegen Ihre Anmeldung bei ${provider} tauschen. Haben Sie das ` +
    'nicht erwartet, bleiben Sie, wo Sie sind.',
  stay: name => `Als ${name} angemeldet bleiben`,
  linkGone: 'Dieser Link gilt nicht mehr',
  loginUsed: [
    'Dieser Link geht nicht mehr',
    'Ein Anmeldelink öffnet einmal, innerhalb von zehn Minuten. Holen Sie einen neuen, wo Sie ' +
      'diesen bekamen, oder melden Sie sich hier an.',
  ],
  notSignedIn: 'Nicht angemeldet',
  notBegun: 'Die Anmeldung wurde nicht in diesem Browser begonnen, oder sie dauerte zu lange.',
  notByProvider: provider =>
    `${provider} hat Sie nicht angemeldet. Den Grund nennt das Protokoll des Servers.`,
  nothingHere: ['Hier ist nichts', 'Unter dieser Adresse gibt es nichts.'],
  otherSite: ['Nicht von hier', 'Dieses Formular kam von einer anderen Website.'],
  notUnderstood: ['Nicht verstanden', 'Die Anfrage ließ sich nicht verstehen.'],
  tooLarge: ['Nicht verstanden', 'Das Formular ist größer als jedes von uns.'],
  tooSlow: ['Zu langsam', 'Das Formular kam nicht rechtzeitig an. Versuchen Sie es noch einmal.'],
  noRoom: ['Einen Augenblick', 'Es ist gerade zu viel zu tun. Versuchen Sie es noch einmal.'],
  fault: id => [
    'Etwas ging schief',
    `Die Seite konnte nicht erzeugt werden. Nummer zum Nachfragen: ${id}.`,
  ],
}

const SV: PageTexts = {
  continue: 'Fortsätt',
  signInInstead: 'Logga in med användarnamn och lösenord',
  invitation: 'Inbjudan',
  invited: (account, role, email) =>
    `Du är inbjuden till ${account}, med rollen ”${role}” och adressen ${email}.`,
  yourName: 'Ditt namn',
  newPassword: 'Nytt lösenord',
  newPasswordFor: email => `För ${email}.`,
  chooseNew: 'Nytt lösenord, minst 8 tecken',
  yourPassword: 'Ditt lösenord',
  forgottenHint: 'En länk för att välja ett mejlas till adressen som du loggar in med.',
  address: 'E-postadress',
  sendLink: 'Skicka länken',
  asked: [
    'Titta i din brevlåda',
    'Om adressen tillhör en medlem är en länk för ett nytt lösenord på väg. Den gäller i ett dygn.',
  ],
  code: 'Kod',
  codeTitle: 'Engångskod',
  codeHint: 'Sex siffror från din autentiseringsapp, eller en återställningskod.',
  signIn: 'Logga in',
  signInHint: 'Med din e-postadress, eller kontots användarnamn.',
  nameOrAddress: 'E-postadress eller användarnamn',
  password: 'Lösenord',
  forgotten: 'Glömt lösenordet?',
  signInWith: provider => `Logga in med ${provider}`,
  signInTo: account => `Logga in på ${account}`,
  signedInAs: name => `Du är inloggad som ${name}.`,
  linkExchanges: account =>
    `Länken loggar ut dig där och in på kontot ${account}. Om du inte väntade dig det, stanna ` +
    'där du är.',
  siteExchanges: provider =>
    `En annan webbplats vill byta det mot din inloggning hos ${provider}. Om du inte väntade dig ` +
    'det, stanna där du är.',
  stay: name => `Fortsätt vara inloggad som ${name}`,
  linkGone: 'Länken gäller inte längre',
  loginUsed: [
    'Länken fungerar inte längre',
    'En inloggningslänk öppnar en gång, inom tio minuter. Hämta en ny där du fick den, eller ' +
      'logga in här.',
  ],
  notSignedIn: 'Inte inloggad',
  notBegun: 'Inloggningen påbörjades inte i den här webbläsaren, eller tog för lång tid.',
  notByProvider: provider => `${provider} loggade inte in dig. Serverns logg säger varför.`,
  nothingHere: ['Här finns inget', 'Det finns inget på den här adressen.'],
  otherSite: ['Inte härifrån', 'Formuläret skickades från en annan webbplats.'],
  notUnderstood: ['Obegripligt', 'Det gick inte att förstå begäran.'],
  tooLarge: ['Obegripligt', 'Formuläret är större än något av våra.'],
  tooSlow: ['För långsamt', 'Formuläret kom inte fram i tid. Försök igen.'],
  noRoom: ['Ett ögonblick', 'Det är för mycket att göra just nu. Försök igen.'],
  fault: id => ['Något gick fel', `Sidan kunde inte skapas. Referensnummer: ${id}.`],
}

export const pageTexts: Record<PageLanguage, PageTexts> = { en: EN, sv: SV, de: DE }
