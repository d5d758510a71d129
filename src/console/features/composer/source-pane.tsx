/** Left: HTML, MJML, or the slots of a template, with errors marked at their line. */
import { ApiFailure } from '../../api/client.ts'
import { useTemplate } from '../../api/templates.ts'
import type { SourceProblem } from '../../parts/code-editor.tsx'
import { LazyCodeEditor } from '../../parts/lazy-code-editor.tsx'
import { useSaid } from '../../parts/said.ts'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import type { ChangeDraft } from '../../shared/composing/change-document.ts'
import type { DraftSource } from '../../shared/drafts/email-draft.ts'
import { useTexts } from '../../texts/language.tsx'

type WrittenSource = Exclude<DraftSource, { kind: 'blocks' }>

export function SourcePane(props: {
  source: WrittenSource
  error: unknown
  mayChange: boolean
  change: ChangeDraft
}) {
  const { source, error, mayChange, change } = props
  const texts = useTexts('composer')
  const said = useSaid()
  if (source.kind === 'template') return <SlotsPane {...{ source, error, mayChange, change }} />
  const label = texts.sourceOf(source.kind.toUpperCase())
  const problem = problemIn(error, source.kind, said)
  return (
    <div className="source-pane">
      <LazyCodeEditor
        label={label}
        value={source.kind === 'html' ? source.html : source.mjml}
        readOnly={!mayChange}
        problem={problem}
        onChange={written =>
          change(
            before => ({
              ...before,
              source:
                source.kind === 'html'
                  ? { kind: 'html', html: written }
                  : { kind: 'mjml', mjml: written },
            }),
            'source',
          )
        }
      />
      {problem && (
        <p className="note bad source-problem" role="status">
          <span>
            <b>{texts.atLine(problem.line, problem.column)}</b>
            <small>{problem.message}</small>
          </span>
        </p>
      )}
    </div>
  )
}

function SlotsPane(props: {
  source: Extract<DraftSource, { kind: 'template' }>
  error: unknown
  mayChange: boolean
  change: ChangeDraft
}) {
  const { source, error, mayChange, change } = props
  const texts = useTexts('composer')
  const said = useSaid()
  const template = useTemplate(source.templateId)
  if (template.error)
    return <Failure error={template.error} onRetry={() => void template.refetch()} />
  if (!template.data) return <LoadingRows onRetry={() => void template.refetch()} />
  return (
    <div className="pane slots">
      <p className="soft small">{texts.slotsOf(template.data.name)}</p>
      {template.data.slots.length === 0 && <p className="note">{texts.noSlots}</p>}
      {template.data.slots.map(({ name, content }) => (
        <div className="field" key={name}>
          <span className="label">{name}</span>
          <LazyCodeEditor
            label={texts.slot(name)}
            value={source.slots[name] ?? content}
            readOnly={!mayChange}
            problem={problemIn(error, `slot ${name}`, said)}
            onChange={written => {
              if (written === (source.slots[name] ?? content)) return
              change(
                before =>
                  before.source.kind === 'template'
                    ? {
                        ...before,
                        source: {
                          ...before.source,
                          slots: { ...before.source.slots, [name]: written },
                        },
                      }
                    : before,
                `slot ${name}`,
              )
            }}
          />
        </div>
      ))}
    </div>
  )
}

function problemIn(
  error: unknown,
  part: string,
  said: (error: unknown) => string,
): SourceProblem | undefined {
  if (!(error instanceof ApiFailure) || !error.at) return undefined
  const { line, column } = error.at
  if (error.at.part !== undefined && !error.at.part.toLowerCase().includes(part)) return undefined
  return { line, column, message: said(error) }
}
