/** The emails that bring members their links, in the languages of the console. */
interface LinkText {
  subject(account: string): string
  text(facts: { account: string; link: string }): string
}

export type MemberLinkKind = 'invitation' | 'password' | 'proof'

const EN: Record<MemberLinkKind, LinkText> = {
  invitation: {
    subject: account => `You are invited to ${account}`,
    text: ({ account, link }) =>
      `You are invited to work on the newsletters of ${account}.\n\nOpen this link to join. It ` +
      `is valid once, and for seven days:\n\n${link}\n\nYou expected no invitation? Then ` +
      'ignore this email.\n',
  },
  password: {
    subject: () => 'A new password',
    text: ({ account, link }) =>
      `Somebody asked for a new password of yours for ${account}.\n\nOpen this link to set it. ` +
      `It is valid once, and for a day:\n\n${link}\n\nIt was not you? Then ignore this email: ` +
      'your password stays as it is.\n',
  },
  proof: {
    subject: () => 'Confirm your address',
    text: ({ link }) =>
      'Somebody who signs in with this address asked to confirm it.\n\nOpen this link, and ' +
      `choose a new password there. It is valid once, and for a day:\n\n${link}\n\nThe ` +
      'password of before, one-time codes and open sessions end with it. It was not you? Then ' +
      'ignore this email: nothing changes.\n',
  },
}

const DE: Record<MemberLinkKind, LinkText> = {
  invitation: {
    subject: account => `Sie sind zu ${account} eingeladen`,
    text: ({ account, link }) =>
      `Sie sind eingeladen, an den Newslettern von ${account} mitzuarbeiten.\n\nÖffnen Sie ` +
      `diesen Link, um beizutreten. Er gilt einmal, und sieben Tage lang:\n\n${link}\n\nSie ` +
      'haben keine Einladung erwartet? Dann beachten Sie diese E-Mail nicht.\n',
  },
  password: {
    subject: () => 'Ein neues Passwort',
    text: ({ account, link }) =>
      `Jemand hat ein neues Passwort von Ihnen für ${account} angefordert.\n\nÖffnen Sie diesen ` +
      `Link, um es zu setzen. Er gilt einmal, und einen Tag lang:\n\n${link}\n\nSie waren das ` +
      'nicht? Dann beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.\n',
  },
  proof: {
    subject: () => 'Bestätigen Sie Ihre Adresse',
    text: ({ link }) =>
      'Jemand, der sich mit dieser Adresse anmeldet, möchte sie bestätigen.\n\nÖffnen Sie ' +
      'diesen Link, und wählen Sie dort ein neues Passwort. Er gilt einmal, und einen Tag ' +
      `lang:\n\n${link}\n\nDas bisherige Passwort, Einmalcodes und offene Sitzungen enden ` +
      'damit. Sie waren das nicht? Dann beachten Sie diese E-Mail nicht: Es ändert sich nichts.\n',
  },
}

const SV: Record<MemberLinkKind, LinkText> = {
  invitation: {
    subject: account => `Du är inbjuden till ${account}`,
    text: ({ account, link }) =>
      `Du är inbjuden att arbeta med nyhetsbreven hos ${account}.\n\nÖppna den här länken för ` +
      `att gå med. Den gäller en gång, i sju dagar:\n\n${link}\n\nVäntade du ingen inbjudan? ` +
      'Bortse då från det här mejlet.\n',
  },
  password: {
    subject: () => 'Ett nytt lösenord',
    text: ({ account, link }) =>
      `Någon har bett om ett nytt lösenord för dig hos ${account}.\n\nÖppna den här länken för ` +
      `att välja det. Den gäller en gång, i ett dygn:\n\n${link}\n\nVar det inte du? Bortse då ` +
      'från det här mejlet: ditt lösenord förblir som det är.\n',
  },
  proof: {
    subject: () => 'Bekräfta din adress',
    text: ({ link }) =>
      'Någon som loggar in med den här adressen vill bekräfta den.\n\nÖppna den här länken och ' +
      `välj ett nytt lösenord där. Den gäller en gång, i ett dygn:\n\n${link}\n\nDet ` +
      'tidigare lösenordet, engångskoder och öppna sessioner upphör i och med det. Var det inte ' +
      'du? Bortse då från det här mejlet: ingenting ändras.\n',
  },
}

export function linkEmail(
  kind: MemberLinkKind,
  language: string,
  facts: { account: string; link: string },
): { subject: string; text: string } {
  const texts = language.startsWith('de') ? DE : language.startsWith('sv') ? SV : EN
  return { subject: texts[kind].subject(facts.account), text: texts[kind].text(facts) }
}
