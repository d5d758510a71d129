/** Templates as cards: with a picture, renamed, removed and put back. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TemplateListed } from '../../../actions/templates/templates.ts'
import { useRight } from '../../api/session.ts'
import { useChangeTemplate, useTemplates } from '../../api/templates.ts'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { useSaid } from '../../parts/said.ts'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { WordsDialog } from '../../parts/words-dialog.tsx'
import { TemplatePicture } from '../../shared/designs/design-pictures.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function TemplateCards({ add }: { add: React.ReactNode }) {
  const texts = useTexts('templates')
  const { data, error, isPending, refetch } = useTemplates()
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingRows onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <EmptyState title={texts.none} sentence={texts.noneHint}>
        {add}
      </EmptyState>
    )
  const removed = data.filter(({ active }) => !active)
  return (
    <div className="stack wide">
      <Cards templates={data.filter(({ active }) => active)} />
      {removed.length > 0 && (
        <>
          <h2>{texts.removedOnes}</h2>
          <Cards templates={removed} />
        </>
      )}
    </div>
  )
}

function Cards({ templates }: { templates: readonly TemplateListed[] }) {
  const [renamed, setRenamed] = useState<TemplateListed>()
  return (
    <>
      <ul className="email-cards">
        {templates.map(template => (
          <TemplateCard key={template.id} template={template} onRename={setRenamed} />
        ))}
      </ul>
      {renamed && <TemplateWords template={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

function TemplateCard(props: {
  template: TemplateListed
  onRename(template: TemplateListed): void
}) {
  const { template } = props
  const { id, name, description, active, gone } = template
  const texts = useTexts('templates')
  const formats = useFormats()
  const mayChange = useRight('content')
  const toast = useToast()
  const said = useSaid()
  const change = useChangeTemplate()
  const offer = (now: boolean) => {
    const onError = (error: unknown) => toast({ text: said(error), bad: true })
    const back = () => change.mutate({ id, active: !now }, { onError })
    const text = now ? texts.isBack(name) : texts.removed(name)
    const onSuccess = () => toast({ text, undo: back })
    change.mutate({ id, active: now }, { onSuccess, onError })
  }
  return (
    <li className="email-card">
      <TemplatePicture template={template} />
      <span className="card-head">
        <span className="strong two-lines">
          <Link to="/templates/$id" params={{ id: String(id) }}>
            <bdi>{name}</bdi>
          </Link>
          {!active && <span className="tag">{texts.inactive}</span>}
        </span>
        {mayChange && (
          <ActionMenu
            name={texts.actionsOf(name)}
            button={<Icon name="more" />}
            actions={[
              {
                label: texts.words,
                icon: <Icon name="edit" />,
                onClick: () => props.onRename(template),
              },
              active
                ? {
                    label: texts.remove,
                    icon: <Icon name="remove" />,
                    danger: true,
                    onClick: () => offer(false),
                  }
                : {
                    label: texts.putBack,
                    icon: <Icon name="undo" />,
                    onClick: () => offer(true),
                  },
            ]}
          />
        )}
      </span>
      {description !== '' && (
        <span className="sub two-lines">
          <bdi>{description}</bdi>
        </span>
      )}
      {gone.length > 0 && (
        <span className="sub gone">
          <Icon name="warning" /> {texts.gone(gone.length)}
        </span>
      )}
      <span className="sub">
        {texts.versionOf(template.version, formats.time(template.modified))}
      </span>
    </li>
  )
}

function TemplateWords({ template, onClose }: { template: TemplateListed; onClose(): void }) {
  const texts = useTexts('templates')
  const { id, name, description } = template
  const save = useChangeTemplate()
  return (
    <WordsDialog
      title={texts.words}
      label={texts.name}
      descriptionLabel={texts.description}
      words={{ name, description }}
      act={texts.rename}
      saving={save}
      onSave={words => save.mutate({ id, ...words }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
