/** The email about alarms that began and that are over, in the languages of the console. */
import type { DueAlarm } from '../../domain/alarms/watch-alarms.ts'

export type AlarmLanguage = 'en' | 'de' | 'sv'

interface AlarmTexts {
  began(count: number): string
  ended(count: number): string
  beganTitle: string
  endedTitle: string
  since(moment: string): string
  foot: string
  more(count: number): string
}

const TEXTS: Record<AlarmLanguage, AlarmTexts> = {
  en: {
    began: count => (count === 1 ? 'an alarm' : `${count} alarms`),
    ended: count => (count === 1 ? 'an alarm is over' : `${count} alarms are over`),
    beganTitle: 'Needs somebody',
    endedTitle: 'Is over',
    since: moment => `since ${moment} UTC`,
    foot:
      'What to do stands in the console. Each alarm is told once when it begins and once when it ' +
      'is over, and not again within a day.',
    more: count => `and ${count} more`,
  },
  de: {
    began: count => (count === 1 ? 'ein Alarm' : `${count} Alarme`),
    ended: count => (count === 1 ? 'ein Alarm ist vorbei' : `${count} Alarme sind vorbei`),
    beganTitle: 'Braucht jemanden',
    endedTitle: 'Ist vorbei',
    since: moment => `seit ${moment} UTC`,
    foot:
      'Was zu tun ist, steht in der Konsole. Jeder Alarm wird einmal gemeldet, wenn er beginnt, ' +
      'und einmal, wenn er vorbei ist, und innerhalb eines Tages nicht wieder.',
    more: count => `und ${count} weitere`,
  },
  sv: {
    began: count => (count === 1 ? 'ett larm' : `${count} larm`),
    ended: count => (count === 1 ? 'ett larm är över' : `${count} larm är över`),
    beganTitle: 'Behöver någon',
    endedTitle: 'Är över',
    since: moment => `sedan ${moment} UTC`,
    foot:
      'Vad som ska göras står i konsolen. Varje larm meddelas en gång när det börjar och en gång ' +
      'när det är över, och inte igen inom ett dygn.',
    more: count => `och ${count} till`,
  },
}

const MOST_LINES = 50
const LONGEST_SUBJECT = 140

/** `say`: the sentence of an alarm in the language. */
export function alarmEmail(
  alarms: readonly DueAlarm[],
  language: AlarmLanguage,
  say: (alarm: DueAlarm) => string,
  link: string,
): { subject: string; text: string } {
  const texts = TEXTS[language]
  const [began, ended] = [
    alarms.filter(one => one.ended === undefined),
    alarms.filter(one => one.ended !== undefined),
  ]
  const line = (one: DueAlarm) => {
    const whose = one.account === null ? '' : `${one.account}: `
    return `- ${whose}${say(one)} (${texts.since(minuteOf(one.began))})`
  }
  const part = (title: string, some: readonly DueAlarm[]) => {
    if (some.length === 0) return []
    const lines = some.slice(0, MOST_LINES).map(line)
    const left = some.length - lines.length
    return [`${title}:\n\n${[...lines, ...(left > 0 ? [texts.more(left)] : [])].join('\n')}`]
  }
  const said = [
    ...(began.length > 0 ? [texts.began(began.length)] : []),
    ...(ended.length > 0 ? [texts.ended(ended.length)] : []),
  ].join(', ')
  const subject = alarms.length === 1 && began.length === 1 ? `${said}: ${say(alarms[0]!)}` : said
  return {
    subject: `Pennypost: ${subject.replace(/\s+/g, ' ').slice(0, LONGEST_SUBJECT).toWellFormed()}`,
    text: `${[
      ...part(texts.beganTitle, began),
      ...part(texts.endedTitle, ended),
      texts.foot,
      link,
    ].join('\n\n')}\n`,
  }
}

const minuteOf = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ')
