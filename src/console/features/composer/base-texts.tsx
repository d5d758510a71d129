/** The words of the base, beside a version that may lack its own. */
import { textsOf, untranslatedIn } from '../../../domain/newsletters/blocks/block-texts.ts'
import { Button } from '../../parts/button.tsx'
import type { ChangeDraft } from '../../shared/composing/change-document.ts'
import { findBlock } from '../../shared/drafts/block-edits.ts'
import type { EmailDraft } from '../../shared/drafts/email-draft.ts'
import { languagesOf, oldIn, withTranslationKept } from '../../shared/drafts/language-view.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { useLanguageName } from '../../texts/language-names.ts'

/** `block`: its id; undefined: subject and preheader. */
export function BaseTexts(props: {
  draft: EmailDraft
  language: string | undefined
  block: string | undefined
  mayChange: boolean
  /** Of the draft in all its languages. */
  change: ChangeDraft
}) {
  const { draft, language, block, mayChange, change } = props
  const { day } = useFormats()
  const texts = useTexts('composer')
  const nameOf = useLanguageName()
  const languages = languagesOf(draft)
  const version = languages?.versions.find(one => one.language === language)
  const { source } = draft
  if (!languages || !version || source.kind !== 'blocks') return null
  const found = block === undefined ? undefined : findBlock(source.document, block)
  const said = found ? wordsOf(textsOf(found)) : [draft.subject, draft.preheader]
  const shown = said.filter(text => text.trim() !== '')
  if (shown.length === 0) return null
  const isOpen = found
    ? untranslatedIn(source.document, version.language).some(one => one.block === block)
    : version.subject.trim() === ''
  const id = block ?? ''
  const old = oldIn(draft, version.language).filter(one => one.block === id)
  const changed = old
    .map(one => one.changed ?? '')
    .sort()
    .at(-1)
  return (
    <div className={isOpen || changed !== undefined ? 'base-texts note' : 'base-texts'}>
      {isOpen && <b>{texts.untranslated(nameOf(version.language))}</b>}
      {changed !== undefined && <b>{texts.baseChanged(day(changed))}</b>}
      <span>{texts.inBase(nameOf(languages.base))}</span>
      {shown.map(text => (
        <p key={text} lang={languages.base} className="wrap">
          {text}
        </p>
      ))}
      {changed !== undefined && mayChange && (
        <span>
          <Button onClick={() => change(of => withTranslationKept(of, version.language, id))}>
            {texts.stillRight}
          </Button>
        </span>
      )}
    </div>
  )
}

const ADDRESS = /(?:^|\.)(?:href|src)$/

const wordsOf = (parts: [part: string, text: string][]): string[] =>
  parts.filter(([part]) => !ADDRESS.test(part)).map(([, html]) => plain(html))

const plain = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(?:p|li)>|<br>/g, '\n'), 'text/html')
    .body.textContent.trim()
