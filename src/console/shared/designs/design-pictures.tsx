/** Pictures of templates and saved blocks. Who may not write content sees an icon. */
import { useState } from 'react'
import type { SavedBlockAnswer } from '../../../actions/newsletters/saved-blocks.ts'
import type { TemplateListed } from '../../../actions/templates/templates.ts'
import { usePictureHtml } from '../../api/newsletter-previews.ts'
import { useRight } from '../../api/session.ts'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { useTexts } from '../../texts/language.tsx'

export function TemplatePicture(props: {
  template: Pick<TemplateListed, 'id' | 'version' | 'name'>
}) {
  const { id, version, name } = props.template
  const source = { kind: 'template' as const, templateId: id, version, slots: {} }
  return <DesignPicture name={name} designKey={['template', id, version]} source={source} />
}

export function SavedBlockPicture({ saved }: { saved: SavedBlockAnswer }) {
  const { id, modified, name, blocks } = saved
  const document = { blocks, header: false, footer: false }
  const source = { kind: 'blocks' as const, document }
  return <DesignPicture name={name} designKey={['saved', id, modified]} source={source} />
}

function DesignPicture(props: {
  name: string
  designKey: readonly unknown[]
  source: Parameters<typeof usePictureHtml>[1]
}) {
  const texts = useTexts('templates')
  const mayPreview = useRight('content')
  const [seen, setSeen] = useState(false)
  const { data } = usePictureHtml(props.designKey, props.source, seen && mayPreview)
  return (
    <EmailPicture title={texts.pictureOf(props.name)} html={data} onSeen={() => setSeen(true)} />
  )
}
