/** The notice of wrong one-time codes, in the languages of the console. */

export interface RestFacts {
  /** The address of the person whose codes rest. */
  person: string
  /** The page of members, or where the person sets a new password. */
  link: string
}

interface RestText {
  subject: string
  /** To the person. */
  own(facts: RestFacts): string
  /** To an owner of an account that they are in. */
  owner(facts: RestFacts): string
}

const EN: RestText = {
  subject: 'Wrong one-time codes: somebody may know a password',
  own: ({ person, link }) =>
    `Somebody signed in as ${person} with the right password, and then gave thirty wrong ` +
    'one-time codes within an hour. Your codes rest for an hour.\n\nIt was not you? Then ' +
    `somebody knows your password. Set a new one here, which ends the rest:\n\n${link}\n`,
  owner: ({ person, link }) =>
    `Somebody signed in as ${person} with the right password, and then gave thirty wrong ` +
    'one-time codes within an hour. The codes of this member rest for an hour; nobody got in by ' +
    'them.\n\nAsk the member. If it was somebody else, they know the password: the member ' +
    `should set a new one. Members and what was tried:\n\n${link}\n`,
}

const DE: RestText = {
  subject: 'Falsche Einmalcodes: Jemand kennt vielleicht ein Passwort',
  own: ({ person, link }) =>
    `Jemand hat sich als ${person} mit dem richtigen Passwort angemeldet und danach innerhalb ` +
    'einer Stunde dreißig falsche Einmalcodes eingegeben. Ihre Codes ruhen eine Stunde.\n\nSie ' +
    'waren das nicht? Dann kennt jemand Ihr Passwort. Setzen Sie hier ein neues, damit endet ' +
    `auch die Ruhezeit:\n\n${link}\n`,
  owner: ({ person, link }) =>
    `Jemand hat sich als ${person} mit dem richtigen Passwort angemeldet und danach innerhalb ` +
    'einer Stunde dreißig falsche Einmalcodes eingegeben. Die Codes dieses Mitglieds ruhen eine ' +
    'Stunde; niemand ist durch sie hereingekommen.\n\nFragen Sie das Mitglied. War es jemand ' +
    'anderes, kennt er das Passwort: Das Mitglied sollte ein neues setzen. Mitglieder und was ' +
    `versucht wurde:\n\n${link}\n`,
}

const SV: RestText = {
  subject: 'Felaktiga engångskoder: någon kan känna till ett lösenord',
  own: ({ person, link }) =>
    `Någon loggade in som ${person} med rätt lösenord och gav sedan trettio felaktiga ` +
    'engångskoder inom en timme. Dina koder vilar en timme.\n\nVar det inte du? Då känner någon ' +
    `till ditt lösenord. Välj ett nytt här, så slutar koderna också att vila:\n\n${link}\n`,
  owner: ({ person, link }) =>
    `Någon loggade in som ${person} med rätt lösenord och gav sedan trettio felaktiga ` +
    'engångskoder inom en timme. Medlemmens koder vilar en timme; ingen kom in genom dem.\n\n' +
    'Fråga medlemmen. Om det var någon annan känner den till lösenordet: medlemmen bör välja ' +
    `ett nytt. Medlemmar och vad som försöktes:\n\n${link}\n`,
}

export function restEmail(
  to: 'own' | 'owner',
  language: string,
  facts: RestFacts,
): { subject: string; text: string } {
  const texts = language.startsWith('de') ? DE : language.startsWith('sv') ? SV : EN
  return { subject: texts.subject, text: texts[to](facts) }
}
