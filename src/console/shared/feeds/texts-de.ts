import type { feeds as English } from './texts.ts'

export const de: typeof English = {
  picture: 'Bild',
  pictures: { beside: 'Neben dem Text', above: 'Darüber', none: 'Keines' },
  most: 'Beiträge, höchstens',
  words: 'Wörter des Textes',
  dates: 'Mit dem Tag',
  fromTrigger:
    'Diesen Block füllt der Auslöser, der die E-Mail sendet: mit dem, was in seinem Feed neu ist. In anderen E-Mails zeigt er nichts.',
  address: 'Adresse des Feeds',
  addressHint: 'RSS, Atom oder JSON Feed: https://…',
  tryNow: 'Jetzt ausprobieren',
  tryHint: 'Liest den Feed und zeigt hier seine Beiträge. Nichts wird gesendet oder gespeichert.',
  shownHere: (title, items) => `Die E-Mail zeigt ${items} von „${title}“.`,
  examples: 'Beispiele zeigen',
  items: (count, shown) => (count === 1 ? '1 Beitrag' : `${shown} Beiträge`),
  none: 'Der Feed hat keine Beiträge.',
  tagsOfFeed: 'Aus dem Feed, in E-Mails seines Auslösers',
  tags: { title: 'Titel des Feeds', count: 'Wie viele neu sind', first: 'Titel des neuesten' },
  days: 'An diesen Tagen',
  everyDay: 'Kein Tag gewählt: jeden Tag.',
  hour: 'Um',
  first: 'Beiträge in der ersten E-Mail',
  firstHint: 'Was der Feed beim Start hat, ist nicht neu, bis auf so viele.',
  scheduleInText: 'Die Zeit ist so geschrieben, dass sie im Text geändert wird.',
  inNext: (count, shown) =>
    count === 0
      ? 'Nichts ist neu: Jetzt ginge keine E-Mail hinaus.'
      : count === 1
        ? '1 Beitrag stünde in der nächsten E-Mail.'
        : `${shown} Beiträge stünden in der nächsten E-Mail.`,
  notBegun:
    'Der Auslöser hat diesen Feed noch nicht gelesen: Was jetzt darin steht, ist der Anfang.',
  fresh: 'in der nächsten E-Mail',
  known: 'gesendet, oder schon vorher da',
  lastRead: at => `Zuletzt gelesen ${at}.`,
  nextRead: at => `Das nächste Mal ${at}.`,
  failed: times =>
    times === 1 ? 'Der letzte Versuch misslang.' : `Die letzten ${times} Versuche misslangen.`,
}
