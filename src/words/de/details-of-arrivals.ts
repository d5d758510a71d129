/** Whether emails arrive, in German. */
import type { DetailWords } from '../detail-words.ts'

const WEEKDAYS = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ')

export const detailsOfArrivals = {
  'arrival-blocked': (value, number) =>
    `${value('provider')} weist ${number('percent')} % der E-Mails wegen des Absenders oder des ` +
    `Inhalts ab, ${number('messages')} in drei Tagen: „${value('says')}“.`,
  'arrival-blocked-todo': () =>
    'Senden Sie dorthin nichts, bis die Ursache behoben ist: Prüfen Sie zuerst den Absender im ' +
    'DNS, dann den Inhalt des letzten Newsletters.',
  'arrival-deferred': (value, number) =>
    `${value('provider')} stellt ${number('percent')} % der E-Mails zurück, üblich sind ` +
    `${number('usual')} %: „${value('says')}“.`,
  'arrival-deferred-todo': () =>
    'Senden Sie langsamer: Das Relay hat ein Tempo für diesen Anbieter. E-Mails werden 72 Stunden ' +
    'lang erneut versucht.',
  'arrival-deferred-wait': (_value, number) =>
    `Warten Sie ab: So war es im letzten Monat schon an anderen Tagen (${number('earlier')}), und ` +
    'es ging vorbei. E-Mails werden 72 Stunden lang erneut versucht.',
  'arrival-slowed': value =>
    `${value('provider')} hat um weniger E-Mails gebeten: „${value('says')}“.`,
  'arrival-slowed-todo': () =>
    'Warten Sie ab: Dorthin wird von selbst langsamer gesendet, und wieder schneller, sobald der ' +
    'Anbieter annimmt.',
  'arrival-complained': (value, number) =>
    `${number('percent')} % der E-Mails, die ${value('provider')} in 30 Tagen annahm, wurden als ` +
    `Spam gemeldet: ${number('messages')}.`,
  'arrival-complained-todo': () =>
    'Senden Sie nur noch an Personen, die in letzter Zeit geöffnet haben, und machen Sie den ' +
    'Abmeldelink leicht auffindbar.',
  'arrival-list': (value, number) =>
    `${number('percent')} % der E-Mails der Liste „${value('list')}“ wurden als Spam gemeldet, ` +
    `${number('times')}-mal so viele wie bei den anderen Listen.`,
  'arrival-list-todo': () =>
    'Sehen Sie nach, woher diese Personen kamen, und machen Sie einen Import von Personen ' +
    'rückgängig, die keine E-Mails wollten.',
  'arrival-deferred-weekday': (value, number) =>
    `Warten Sie: So war es an ${number('earlier')} früheren ${WEEKDAYS[Number(value('weekday'))]}en ` +
    'des Monats auch, und es ging vorbei. E-Mails werden 72 Stunden lang wieder versucht.',
  'arrival-list-import': (value, number) =>
    `Sehen Sie sich den größten Import der Liste an, ${value('import')} vom ${value('day')} mit ` +
    `${number('people')} Personen, und machen Sie ihn rückgängig, wenn sie keine E-Mails wollten.`,
  'arrival-addresses': (_value, number) =>
    `${number('percent')} % der E-Mails wurden in drei Tagen abgewiesen, weil die Adresse falsch ` +
    `ist oder nicht mehr besteht: ${number('messages')}.`,
  'arrival-addresses-todo': () =>
    'Diese Adressen bekommen von selbst keine E-Mails mehr. Sehen Sie sich die letzten Importe ' +
    'an: Eine Liste alter Adressen schadet dem Ruf Ihrer Domain.',
  'arrival-dmarc': (value, number) =>
    `Die DMARC-Richtlinie von ${value('domain')} darf strenger sein als p=${value('policy')}: ` +
    `${number('percent')} % von ${number('emails')} E-Mails in Berichten von Empfängern bestehen sie.`,
  'arrival-dmarc-todo': value =>
    `Setzen Sie im TXT-Eintrag ${value('name')} p=${value('stricter')} an die Stelle von ` +
    `p=${value('policy')}, und lassen Sie seine übrigen Teile, wie sie sind.`,
  'seed-needs-imap': () =>
    'Seed-Tests sehen in die Ordner eines Postfachs, und POP3 hat keine: Geben Sie seine Adresse ' +
    'für IMAP an.',
  'seed-none': () =>
    'Es ist kein Postfach für Seed-Tests bekannt. Fügen Sie eine eigene Adresse bei einem Anbieter ' +
    'mit ihrem Postfach hinzu.',
} satisfies DetailWords
