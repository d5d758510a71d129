/** The media library: pictures with alternative texts and uses. */
import { useState } from 'react'
import type { MediaAnswer } from '../../../actions/media/media.ts'
import { PageHead } from '../../parts/frame.tsx'
import { PictureGrid } from '../../shared/media/picture-grid.tsx'
import { useTexts } from '../../texts/language.tsx'
import { PictureDetails } from './picture-details.tsx'

export function MediaPage() {
  const texts = useTexts('media')
  const [picture, setPicture] = useState<MediaAnswer>()
  return (
    <>
      <PageHead title={texts.title} />
      <div className={picture ? 'page mapping' : 'page'}>
        <PictureGrid chosen={picture?.id} onChoose={setPicture} />
        {picture && (
          <PictureDetails
            key={picture.id}
            picture={picture}
            onRemoved={() => setPicture(undefined)}
          />
        )}
      </div>
    </>
  )
}
