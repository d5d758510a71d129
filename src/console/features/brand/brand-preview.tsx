/** An email under the brand as it is saved. */
import { useState } from 'react'
import { useDesigns } from '../../api/designs.ts'
import { usePictureHtml } from '../../api/newsletter-previews.ts'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { useBrandTexts } from './words.ts'

/** `version` changes with the brand. */
export function BrandPreview({ version }: { version: string }) {
  const design = useDesigns().data?.find(({ design }) => design === 'monthly')
  return design && <Preview version={version} source={design.source} />
}

function Preview(props: { version: string; source: Parameters<typeof usePictureHtml>[1] }) {
  const texts = useBrandTexts()
  const [seen, setSeen] = useState(false)
  // The design follows a new language of the brand a moment later.
  const key = ['brand', props.version, JSON.stringify(props.source)]
  const { data } = usePictureHtml(key, props.source, seen)
  return (
    <section className="card stack brand-preview">
      <h2>{texts.preview}</h2>
      <EmailPicture title={texts.preview} html={data} onSeen={() => setSeen(true)} />
      <p className="faint small">{texts.previewHint}</p>
    </section>
  )
}
