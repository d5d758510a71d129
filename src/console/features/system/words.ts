/** The strings of this page, and those about checks and settings, loaded with the page. */
import { useCallback } from 'react'
import { doctor as german } from '../../../words/de/doctor.ts'
import { settings as germanSettings } from '../../../words/de/settings.ts'
import type { DoctorWords } from '../../../words/doctor-words.ts'
import { doctorIn, sizeIn } from '../../../words/say.ts'
import { doctor as swedish } from '../../../words/sv/doctor.ts'
import { settings as swedishSettings } from '../../../words/sv/settings.ts'
import type { CallAnswer } from '../../api/client.ts'
import { useFormats, useLanguage } from '../../texts/language.tsx'
import { usePageTexts } from '../../texts/page-texts.ts'
import { system } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const DOCTORS: Record<string, DoctorWords> = { de: german, sv: swedish }

const TEXTS = { en: system, sv, de }

export const useSystemTexts = () => usePageTexts(TEXTS)

type Finding = CallAnswer<'GET /installation/checks'>['findings'][number]
type Said = Pick<Finding, 'code' | 'values'> & { english: string }

/** The finding of a check, or its remedy. */
export function useDoctorWords(): (said: Said) => string {
  const { language } = useLanguage()
  const formats = useFormats()
  return useCallback(
    ({ code, values, english }) => {
      const words = DOCTORS[language]
      return words ? doctorIn(words, formats, { code, values }) : english
    },
    [language, formats],
  )
}

export function useSize(): (bytes: number) => string {
  const formats = useFormats()
  return useCallback(bytes => sizeIn(formats, bytes), [formats])
}

const SETTINGS: Record<string, Record<string, string>> = {
  de: germanSettings,
  sv: swedishSettings,
}

/** The purpose of a setting. */
export function useSettingWords(): (of: { name: string; sentence: string }) => string {
  const { language } = useLanguage()
  return ({ name, sentence }) => SETTINGS[language]?.[name] ?? sentence
}
