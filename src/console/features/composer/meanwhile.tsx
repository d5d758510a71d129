/** Conflicts of the three-way merge: for each part, which of the two changes was kept. */
import { Button } from '../../parts/button.tsx'
import { findBlock } from '../../shared/drafts/block-edits.ts'
import { useBlockWords } from '../../shared/drafts/block-words.ts'
import type { DraftSession, DraftState } from '../../shared/drafts/draft-session.ts'
import type { EmailDraft } from '../../shared/drafts/email-draft.ts'
import { type DisputedPart, withTheirs } from '../../shared/drafts/merge-drafts.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function Meanwhile(props: {
  meanwhile: NonNullable<DraftState['meanwhile']>
  session: DraftSession
  draft: EmailDraft
}) {
  const { meanwhile, session, draft } = props
  const texts = useTexts('composer')
  const formats = useFormats()
  const { by, at, disputed } = meanwhile
  const wordsOf = useBlockWords()
  const nameOf = (part: DisputedPart): string => {
    if (part.part === 'head') return texts.head[part.name as keyof typeof texts.head] ?? part.name
    if (part.part === 'source') return texts.source
    const block =
      part.theirs ??
      (draft.source.kind === 'blocks' ? findBlock(draft.source.document, part.id) : undefined)
    return block ? `${texts.blocks[block.type]} “${wordsOf(block)}”` : texts.blocks.text
  }
  const theirsOf = (part: DisputedPart): string => {
    if (part.part === 'head') return String(part.theirs ?? '')
    if (part.part === 'block') return part.theirs ? wordsOf(part.theirs) : texts.theyRemoved
    return ''
  }
  return (
    <div className="note warn meanwhile" role="alert">
      <span>
        <b>{texts.changedBy(by || texts.somebody, at === '' ? '' : formats.time(at))}</b>
        {disputed.length === 0 ? (
          <small>{texts.bothIn}</small>
        ) : (
          <>
            <small>{texts.bothChanged}</small>
            <ul>
              {disputed.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts stay in their order
                <li key={index} className="wrap">
                  {nameOf(part)}: <i>{theirsOf(part)}</i>{' '}
                  <button
                    type="button"
                    className="btn"
                    onClick={() => session.change(before => withTheirs(before, part))}
                  >
                    {texts.takeTheirs}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </span>
      <Button onClick={session.forgetMeanwhile}>{texts.understood}</Button>
    </div>
  )
}
