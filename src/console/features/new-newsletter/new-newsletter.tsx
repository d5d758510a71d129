/** A new newsletter: designs as pictures, own templates, earlier ones, or source. */
import './new-newsletter.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesigns } from '../../api/designs.ts'
import { useBoard } from '../../api/newsletters.ts'
import { useTemplates } from '../../api/templates.ts'
import { PageHead } from '../../parts/frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { TemplatePicture } from '../../shared/designs/design-pictures.tsx'
import { useTexts } from '../../texts/language.tsx'
import { BeginCard, DesignCard, IconCard } from './begin-cards.tsx'
import { BeginForm } from './begin-form.tsx'
import { type Beginning, isNamed, keyOf } from './beginnings.ts'

/** Of newsletters to copy, without a search and with one. */
const MOST_COPIED = 6

export function NewNewsletterPage() {
  const texts = useTexts('newNewsletter')
  const [wanted, setWanted] = useState('')
  return (
    <>
      <PageHead
        title={texts.title}
        above={<Link to="/newsletters">{texts.above}</Link>}
        actions={
          <>
            <SearchField label={texts.search} value={wanted} onChange={setWanted} />
            <Link className="btn" to="/newsletters">
              {texts.cancel}
            </Link>
          </>
        }
      />
      <Gallery wanted={wanted} />
    </>
  )
}

interface Offered {
  beginning: Beginning
  name: string
  hint: string
}

/** All that there is, with its words. */
function useOffered(wanted: string) {
  const texts = useTexts('newNewsletter')
  const { gone } = useTexts('templates')
  const designs = useDesigns()
  const templates = useTemplates().data ?? []
  const board = useBoard({ q: wanted.trim() }).data?.pages.flatMap(({ items }) => items) ?? []
  const found = ({ name, hint }: Offered) => isNamed([name, hint], wanted)
  const plain = (kind: 'blank' | 'mjml' | 'html'): Offered => ({
    beginning: { kind },
    name: texts[kind],
    hint: texts[`${kind}Hint`],
  })
  const offeredDesigns = (designs.data ?? []).map((design): Offered => {
    const [name, hint] = texts.names[design.design]
    return { beginning: { kind: 'design', design }, name, hint }
  })
  return {
    designs,
    first: [plain('blank')].filter(found),
    drawn: offeredDesigns.filter(found),
    source: [plain('html'), plain('mjml')].filter(found),
    templates: templates
      .filter(({ active }) => active)
      .map(
        (template): Offered => ({
          beginning: { kind: 'template', template },
          name: template.name,
          hint: template.gone.length > 0 ? gone(template.gone.length) : template.description,
        }),
      )
      .filter(found),
    copied: board.slice(0, MOST_COPIED).map(
      (newsletter): Offered => ({
        beginning: { kind: 'copy', newsletter },
        name: newsletter.name || newsletter.subject || texts.untitled,
        hint: newsletter.subject,
      }),
    ),
  }
}

function Gallery({ wanted }: { wanted: string }) {
  const texts = useTexts('newNewsletter')
  const offered = useOffered(wanted)
  const [picked, setPicked] = useState<Offered>()
  const { first, drawn, source, templates, copied, designs } = offered
  if (designs.error) return <Failure error={designs.error} onRetry={() => void designs.refetch()} />
  if (designs.isPending) return <LoadingRows onRetry={() => void designs.refetch()} />
  const all = [...drawn, ...first, ...templates, ...copied, ...source]
  const current = picked ?? all[0]
  const chosen = current ? keyOf(current.beginning) : ''
  const card = (one: Offered) => ({
    ...one,
    key: keyOf(one.beginning),
    chosen,
    onChoose: () => setPicked(one),
  })
  return (
    <div className="begin-page">
      <div className="begin-gallery">
        {all.length === 0 && <p className="note">{texts.nothingFound}</p>}
        {first.length + drawn.length + source.length > 0 && (
          <fieldset className="email-cards">
            <legend>
              {texts.designs} <small>{texts.designsHint}</small>
            </legend>
            {first.map(one => (
              <IconCard {...card(one)} key={keyOf(one.beginning)} icon="plus" />
            ))}
            {drawn.map(one =>
              one.beginning.kind === 'design' ? (
                <DesignCard
                  {...card(one)}
                  key={keyOf(one.beginning)}
                  design={one.beginning.design}
                />
              ) : null,
            )}
            {source.map(one => (
              <IconCard {...card(one)} key={keyOf(one.beginning)} icon="code" />
            ))}
          </fieldset>
        )}
        {templates.length > 0 && (
          <fieldset className="email-cards">
            <legend>
              {texts.templates} <small>{texts.templatesHint}</small>
            </legend>
            {templates.map(one =>
              one.beginning.kind === 'template' ? (
                <BeginCard {...card(one)} key={keyOf(one.beginning)}>
                  <TemplatePicture template={one.beginning.template} />
                </BeginCard>
              ) : null,
            )}
          </fieldset>
        )}
        {copied.length > 0 && (
          <fieldset className="email-cards plain">
            <legend>
              {texts.sent} <small>{texts.sentHint}</small>
            </legend>
            {copied.map(one => (
              <BeginCard {...card(one)} key={keyOf(one.beginning)}>
                {null}
              </BeginCard>
            ))}
          </fieldset>
        )}
      </div>
      {current && <BeginForm {...current} key={chosen} />}
    </div>
  )
}
