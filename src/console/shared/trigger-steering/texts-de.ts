/** Strings of a pause, a start and the end of a trigger, in German. */
import type { steering as English } from './texts.ts'

const people = (count: string) => (count === '1' ? '1 Person ist' : `${count} Personen sind`)
const are = (count: string) => (count === '1' ? 'ist' : 'sind')
const wait = (count: string) => (count === '1' ? 'wartet' : 'warten')
const goOn = (count: string) => (count === '1' ? 'geht' : 'gehen')

export const de: typeof English = {
  asks: {
    pause: name => `„${name}“ anhalten?`,
    resume: name => `„${name}“ starten?`,
    confirm: name => `Die verspäteten E-Mails von „${name}“ senden?`,
    end: name => `„${name}“ beenden?`,
  },
  counting: 'Wird gezählt …',
  nobody: 'Niemand ist darin.',
  inside: {
    pause: count => `${people(count)} darin. Alle behalten ihren Schritt, und niemand kommt hinzu.`,
    resume: count => `${people(count)} darin und ${goOn(count)} weiter.`,
    confirm: count => `${people(count)} darin und ${goOn(count)} weiter.`,
    end: count =>
      count === '1'
        ? '1 Person ist darin. Sie scheidet aus und bekommt nichts mehr von ihm.'
        : `${count} Personen sind darin. Sie scheiden aus und bekommen nichts mehr von ihm.`,
  },
  overdue: {
    pause: count => `Davon ${are(count)} ${count} jetzt fällig und ${wait(count)}.`,
    resume: count => `Davon ${are(count)} ${count} überfällig und ${goOn(count)} sofort weiter.`,
    confirm: count =>
      `Davon ${are(count)} ${count} überfällig und ${goOn(count)} sofort weiter, mit verspäteten E-Mails.`,
    end: count => `Davon ${are(count)} ${count} jetzt fällig.`,
  },
  soon: {
    pause: count =>
      `In den nächsten 24 Stunden ${are(count)} ${count} fällig und ${wait(count)} auf den Start.`,
    resume: count => `In den nächsten 24 Stunden ${are(count)} ${count} fällig.`,
    confirm: count => `In den nächsten 24 Stunden ${are(count)} ${count} fällig.`,
    end: count => `In den nächsten 24 Stunden ${are(count)} ${count} fällig; das entfällt.`,
  },
  after: {
    pause:
      'Wer inzwischen begonnen hätte, beginnt nach dem Start, bei Tagen die der letzten drei Tage.',
    resume:
      'Wer während einer Pause begonnen hätte, beginnt jetzt, bei Tagen die der letzten drei Tage.',
    confirm: '',
    end: 'Gesendete E-Mails bleiben in den Berichten. Das lässt sich nicht rückgängig machen.',
  },
}
