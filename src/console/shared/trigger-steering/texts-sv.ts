/** Strings of a pause, a start and the end of a trigger, in Swedish. */
import type { steering as English } from './texts.ts'

const people = (count: string) => (count === '1' ? '1 person' : `${count} personer`)

export const sv: typeof English = {
  asks: {
    pause: name => `Pausa ”${name}”?`,
    resume: name => `Starta ”${name}”?`,
    confirm: name => `Skicka de sena mejlen i ”${name}”?`,
    end: name => `Avsluta ”${name}”?`,
  },
  counting: 'Räknar …',
  nobody: 'Ingen är inne.',
  inside: {
    pause: count => `${people(count)} är inne. Alla behåller sitt steg, och ingen kommer in.`,
    resume: count => `${people(count)} är inne och går vidare.`,
    confirm: count => `${people(count)} är inne och går vidare.`,
    end: count => `${people(count)} är inne. De går ur och får inget mer av den.`,
  },
  overdue: {
    pause: count => `${count} av dem ska vidare just nu och väntar.`,
    resume: count => `${count} av dem är försenade och går vidare genast.`,
    confirm: count => `${count} av dem är försenade och går vidare genast, med sena mejl.`,
    end: count => `${count} av dem ska vidare just nu.`,
  },
  soon: {
    pause: count => `${count} ska vidare inom 24 timmar och väntar på starten.`,
    resume: count => `${count} ska vidare inom 24 timmar.`,
    confirm: count => `${count} ska vidare inom 24 timmar.`,
    end: count => `${count} ska vidare inom 24 timmar; det blir inte av.`,
  },
  after: {
    pause:
      'De som skulle ha börjat under tiden börjar efter starten, vid datum de senaste tre dagarnas.',
    resume: 'De som skulle ha börjat under en paus börjar nu, vid datum de senaste tre dagarnas.',
    confirm: '',
    end: 'Skickade mejl finns kvar i rapporterna. Det går inte att ångra.',
  },
}
