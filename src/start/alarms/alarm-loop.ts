/** The loop that tells alarms by email, in the words of a language. */

import type { AlarmLanguage } from '../../actions/alarms/alarm-email.ts'
import { tellAlarms } from '../../actions/alarms/tell-alarms.ts'
import type { Store } from '../../db/db.ts'
import type { DueAlarm } from '../../domain/alarms/watch-alarms.ts'
import type { Sealer } from '../../lib/secrets.ts'
import type { Config } from '../../settings/config.ts'
import { relaySettings } from '../../settings/relay-settings.ts'
import { originsOf } from '../../settings/service-origin.ts'
import { german } from '../../words/de/index.ts'
import { sentenceIn } from '../../words/say.ts'
import { swedish } from '../../words/sv/index.ts'
import { type Loop, startLoop } from '../../workers/loop.ts'
import type { WorkerBasics } from '../worker-basics.ts'

interface AlarmLoopOptions extends Pick<WorkerBasics, 'report'> {
  config: Config
  store: Store
  sealer: Sealer
}

const EVERY_MILLIS = 60_000

const WORDS = { de: german, sv: swedish }

/** Undefined: nobody wants to be told. */
export function startAlarms({ config, store, sealer, report }: AlarmLoopOptions): Loop | undefined {
  const { to, language } = config.alarms
  if (to === undefined) return undefined
  const mail = {
    settings: { ...relaySettings(config), sealer: async () => sealer },
    origins: originsOf(config),
    from: config.signIn.noticeFrom,
  }
  return startLoop({
    name: 'alarms by email',
    async step() {
      await tellAlarms(store, { mail, to, language, say: one => alarmIn(language, one) })
      return false
    },
    idleMillis: EVERY_MILLIS,
    report,
  })
}

/** The sentence of an alarm in a language. */
export function alarmIn(language: AlarmLanguage, { sentence }: DueAlarm): string {
  const { detail, ...reason } = sentence
  if (language === 'en') return detail
  return sentenceIn(
    { details: WORDS[language].details, number: String, time: minuteOf },
    { says: detail, ...reason, because: reason.because ?? null },
  )
}

const minuteOf = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`
