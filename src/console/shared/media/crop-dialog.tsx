/** A picture of the library, cropped: the part is a new picture, and the whole one stays. */
import './media.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useUploadPicture } from './calls.ts'
import { type CropRectangle, cropRectangle } from './crop.ts'

const RATIOS = { own: undefined, square: 1, wide: 16 / 9, banner: 3, tall: 4 / 5 } as const
type Shape = keyof typeof RATIOS

const STEP = 0.02
const LEAST_SHARE = 20
const JPEG_QUALITY = 0.92

export function CropDialog(props: {
  src: string
  name: string
  alt: string
  onCropped(src: string): void
  onClose(): void
}) {
  const { src, name, alt } = props
  const texts = useTexts('media')
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [shape, setShape] = useState<Shape>('own')
  const [share, setShare] = useState(100)
  const [focus, setFocus] = useState({ x: 0.5, y: 0.5 })
  const picture = useRef<HTMLImageElement>(null)
  const upload = useUploadPicture()
  const part = size && cropRectangle(size, { ratio: RATIOS[shape], share: share / 100, focus })
  const isWhole = !part || (part.width === size.width && part.height === size.height)
  const take = async () => {
    if (!part || !picture.current) return
    const file = await partOf(picture.current, part, name)
    upload.mutate(
      { file, alt, onProgress() {} },
      { onSuccess: cropped => props.onCropped(cropped.src) },
    )
  }
  return (
    <Dialog title={texts.crop} onClose={props.onClose}>
      <div className="stack">
        <Tabs
          label={texts.shape}
          value={shape}
          choices={(Object.keys(RATIOS) as Shape[]).map(value => ({
            value,
            label: texts.shapes[value],
          }))}
          onChange={value => setShape(value as Shape)}
        />
        <button
          type="button"
          className="crop-field"
          aria-label={texts.focusPoint}
          onClick={event => {
            // By a key it has no point.
            if (event.detail === 0) return
            const box = event.currentTarget.getBoundingClientRect()
            setFocus({
              x: (event.clientX - box.left) / box.width,
              y: (event.clientY - box.top) / box.height,
            })
          }}
          onKeyDown={event => {
            const moved = movedBy(event, focus)
            if (moved) setFocus(moved)
          }}
        >
          <img
            ref={picture}
            src={src}
            alt=""
            onLoad={event => {
              const { naturalWidth, naturalHeight } = event.currentTarget
              setSize({ width: naturalWidth, height: naturalHeight })
            }}
          />
          {part && <span className="crop-part" style={placeOf(part, size)} />}
        </button>
        <label className="field">
          <span className="label">{texts.part(share)}</span>
          <input
            type="range"
            min={LEAST_SHARE}
            max={100}
            value={share}
            onChange={event => setShare(event.currentTarget.valueAsNumber)}
          />
        </label>
        <p className="soft small">{texts.cropHint}</p>
        {upload.error && <Failure error={upload.error} />}
        <div className="dialog-acts">
          <Button look="primary" busy={isWhole || upload.isPending} onClick={() => void take()}>
            {texts.cropNow}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** By arrow keys. */
function movedBy(event: KeyboardEvent, { x, y }: { x: number; y: number }) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
  const step = steps[event.key as keyof typeof steps]
  if (!step) return undefined
  event.preventDefault()
  const within = (value: number) => Math.min(Math.max(value, 0), 1)
  return { x: within(x + step[0]! * STEP), y: within(y + step[1]! * STEP) }
}

const percent = (value: number, of: number): string => `${(100 * value) / of}%`

const placeOf = (part: CropRectangle, size: { width: number; height: number }) => ({
  left: percent(part.left, size.width),
  top: percent(part.top, size.height),
  width: percent(part.width, size.width),
  height: percent(part.height, size.height),
})

async function partOf(
  picture: HTMLImageElement,
  { left, top, width, height }: CropRectangle,
  name: string,
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.drawImage(picture, left, top, width, height, 0, 0, width, height)
  const type = picture.src.endsWith('.png') ? 'image/png' : 'image/jpeg'
  return new File([await canvas.convertToBlob({ type, quality: JPEG_QUALITY })], name, { type })
}
