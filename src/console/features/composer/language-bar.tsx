/** Above the email: the languages of its texts, each with its count of missing translations. */
import { memo } from 'react'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PickMenu } from '../../parts/pick-menu.tsx'
import { useStableCallback } from '../../parts/stable-callback.ts'
import type { ChangeDraft } from '../../shared/composing/change-document.ts'
import type { EmailDraft } from '../../shared/drafts/email-draft.ts'
import {
  countUntranslated,
  type EmailLanguages,
  languagesOf,
  withLanguages,
} from '../../shared/drafts/language-view.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useLanguageName } from '../../texts/language-names.ts'
import './language-bar.css'

const OFFERED = (
  'ar bg bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv mk ms nb ' +
  'nl pl pt ro ru sk sl sq sr sv th tr uk vi zh'
).split(' ')

/** The languages that stand in, and one more; the base is the last of all. */
const placesOf = ({ fallback, versions }: EmailLanguages): number[] => {
  const count = fallback.length + 1
  return Array.from({ length: Math.min(count, Math.max(versions.length, 1)) }, (_, i) => i)
}

/** The language stands in at this place of the order; after the base there is none. */
const inPlace =
  (place: number, code: string) =>
  (of: EmailLanguages): EmailLanguages => {
    const before = of.fallback.slice(0, place)
    const later = of.fallback.slice(place + 1).filter(one => one !== code)
    return { ...of, fallback: code === of.base ? before : [...before, code, ...later] }
  }

export const LanguageBar = memo(function Languages(props: {
  draft: EmailDraft
  /** Undefined: the base. */
  language: string | undefined
  mayChange: boolean
  change: ChangeDraft
  onLanguage(language: string | undefined): void
}) {
  const { draft, language, mayChange, change, onLanguage } = props
  const texts = useTexts('composer')
  const own = useLanguage().language
  const nameOf = useLanguageName()
  const languages = languagesOf(draft)
  const versions = languages?.versions ?? []
  const base = languages?.base ?? (OFFERED.includes(own) ? own : 'en')
  const taken = [base, ...versions.map(one => one.language)]
  const add = useStableCallback((code: string) => {
    change(before =>
      withLanguages(before, ({ fallback, versions }) => ({
        base,
        fallback,
        versions: [...versions, { language: code, subject: '', preheader: '', texts: {} }],
      })),
    )
    onLanguage(code)
  })
  const remove = (code: string) => {
    change(before =>
      withLanguages(before, of => {
        const left = of.versions.filter(one => one.language !== code)
        const fallback = of.fallback.filter(one => one !== code)
        return left.length === 0 ? undefined : { ...of, fallback, versions: left }
      }),
    )
    onLanguage(undefined)
  }
  const toChoice = (code: string) => ({ value: code, label: nameOf(code) })
  return (
    <div className="language-bar">
      {languages && (
        <PageTabs
          label={texts.languages}
          value={language ?? base}
          choices={taken.map(code => ({
            ...toChoice(code),
            count: code === base ? undefined : countUntranslated(draft, code) || undefined,
          }))}
          onChange={code => onLanguage(code === base ? undefined : code)}
        />
      )}
      {mayChange && <AddLanguage taken={taken.join(' ')} onAdd={add} />}
      {mayChange && languages && language === undefined && (
        <span className="language-settings">
          <SelectField
            label={texts.baseLanguage}
            value={base}
            choices={OFFERED.filter(code => code === base || !taken.includes(code)).map(toChoice)}
            onChange={code =>
              change(before =>
                withLanguages(before, of => ({
                  ...of,
                  base: code,
                  fallback: of.fallback.map(one => (one === of.base ? code : one)),
                })),
              )
            }
          />
          {placesOf(languages).map(place => (
            <SelectField
              key={place}
              label={place === 0 ? texts.otherReaders : texts.thenFrom}
              value={languages.fallback[place] ?? base}
              choices={taken
                .filter(code => !languages.fallback.slice(0, place).includes(code))
                .map(toChoice)}
              onChange={code => change(before => withLanguages(before, inPlace(place, code)))}
            />
          ))}
        </span>
      )}
      {mayChange && language !== undefined && (
        <Button onClick={() => remove(language)}>{texts.removeLanguage(nameOf(language))}</Button>
      )}
    </div>
  )
})

/** `taken`: codes with blanks between: a text, which a key in the email leaves the same. */
const AddLanguage = memo(function LanguageMenu(props: {
  taken: string
  onAdd(code: string): void
}) {
  const { taken, onAdd } = props
  const texts = useTexts('composer')
  const own = useLanguage().language
  const nameOf = useLanguageName()
  const choices = OFFERED.filter(code => !taken.split(' ').includes(code))
    .map(code => ({ key: code, label: nameOf(code), value: code }))
    .sort((a, b) => a.label.localeCompare(b.label, own))
  return <PickMenu label={texts.addLanguage} choices={choices} onPick={onAdd} />
})
