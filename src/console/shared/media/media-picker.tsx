/** A picture for a block: of the library, or a new one. */
import { useState } from 'react'
import type { MediaAnswer } from '../../../actions/media/media.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { LineField } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useEditMedia } from './calls.ts'
import { PictureGrid } from './picture-grid.tsx'

export function MediaPicker(props: {
  onPick(picture: { src: string; alt: string }): void
  onClose(): void
}) {
  const texts = useTexts('media')
  const [picture, setPicture] = useState<MediaAnswer>()
  const [alt, setAlt] = useState('')
  const edit = useEditMedia()
  const take = () => {
    if (!picture) return
    const picked = () => props.onPick({ src: picture.src, alt })
    if (alt === picture.alt) return picked()
    edit.mutate({ id: picture.id, alt, name: picture.name }, { onSuccess: picked })
  }
  return (
    <Dialog title={texts.pick} onClose={props.onClose}>
      <div className="stack">
        <PictureGrid
          chosen={picture?.id}
          onChoose={chosen => {
            setPicture(chosen)
            setAlt(chosen.alt)
          }}
        />
        {picture && (
          <LineField
            label={texts.alt}
            hint={texts.altHint}
            value={alt}
            most={500}
            onChange={setAlt}
          />
        )}
        {edit.error && <Failure error={edit.error} />}
        <div className="dialog-acts">
          <Button look="primary" busy={!picture || edit.isPending} onClick={take}>
            {texts.take}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
