/** Pictures to look through, and a new one beside them. */
import './media.css'
import { type DragEvent, useRef, useState } from 'react'
import type { MediaAnswer } from '../../../actions/media/media.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useMedia, useUploadPicture } from './calls.ts'

export function PictureGrid(props: {
  chosen: string | undefined
  onChoose(picture: MediaAnswer): void
}) {
  const texts = useTexts('media')
  const [q, setQ] = useState('')
  const media = useMedia(q.trim())
  const mayChange = useRight('content')
  const pictures = media.data?.pages.flatMap(page => page.items)
  return (
    <div className="pictures-page">
      {mayChange && <UploadField onUploaded={props.onChoose} />}
      <div className="toolbar">
        <SearchField label={texts.search} value={q} onChange={setQ} />
      </div>
      {media.error && <Failure error={media.error} onRetry={() => void media.refetch()} />}
      {media.isPending && <LoadingRows onRetry={() => void media.refetch()} />}
      {pictures?.length === 0 && <EmptyState title={texts.none} sentence={texts.noneHint} />}
      <ul className="pictures">
        {pictures?.map(picture => (
          <li key={picture.id}>
            <button
              type="button"
              className="picture-card"
              aria-pressed={picture.id === props.chosen}
              aria-label={texts.show(picture.name)}
              onClick={() => props.onChoose(picture)}
            >
              <img src={picture.src} alt="" loading="lazy" />
              <span className="trunc">
                <bdi>{picture.name}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {media.hasNextPage && (
        <p className="page-foot">
          <Button busy={media.isFetching} onClick={() => void media.fetchNextPage()}>
            {texts.more}
          </Button>
        </p>
      )}
    </div>
  )
}

function UploadField({ onUploaded }: { onUploaded(picture: MediaAnswer): void }) {
  const texts = useTexts('media')
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadPicture()
  const [share, setShare] = useState(0)
  const [over, setOver] = useState(false)
  const begin = (file: File | undefined) => {
    if (!file || upload.isPending) return
    setShare(0)
    upload.mutate({ file, alt: '', onProgress: setShare }, { onSuccess: onUploaded })
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') begin(event.dataTransfer.files[0])
  }
  const name = upload.variables?.file.name ?? ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same
    <div
      className={over ? 'drop small-drop over' : 'drop small-drop'}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
    >
      <span className="soft small">{texts.drop}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={event => {
          begin(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button icon={<Icon name="upload" />} onClick={() => input.current?.click()}>
        {texts.upload}
      </Button>
      {upload.isPending && (
        <span role="status">
          <progress value={share} max={1} aria-label={texts.uploading(name)} />
        </span>
      )}
      {upload.error && <Failure error={upload.error} />}
    </div>
  )
}
