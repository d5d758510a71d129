import type { connect } from './texts.ts'

export const sv: typeof connect = {
  title: 'Släpp in en assistent',
  nobody: 'Ingen ber att bli insläppt',
  nobodyHint: 'En assistent öppnar den här sidan när den vill logga in.',
  wants: name => `”${name}” vill arbeta med det här kontot`,
  itsName: 'Kallar sig',
  returnsTo: 'Går tillbaka till',
  account: 'Konto',
  actsFor: 'Handlar för',
  may: 'Vad den får göra',
  access: { read: 'Läsa', propose: 'Läsa och föreslå' },
  accessHint: {
    read: 'Den ser listor, mottagare, nyhetsbrev och rapporter som du.',
    propose:
      'Den sparar också utkast och filter, och föreslår vad som ska skickas eller ändras. Det ' +
      'väntar tills en medlem godkänner det.',
  },
  beware:
    'Släpp bara in det som du själv just har börjat ansluta. Vem som helst kan kalla sig vad som ' +
    'helst; det som räknas är vart den går tillbaka.',
  letIn: 'Släpp in',
  deny: 'Släpp inte in',
  ends:
    'Åtkomsten finns kvar tills den inte har använts på 30 dagar, du lämnar kontot, eller den tas ' +
    'bort bland API-nycklarna.',
  wrong: 'Assistenten har frågat på ett sätt som inte godtas. Gå tillbaka, så står skälet där.',
  back: 'Gå tillbaka',
}
