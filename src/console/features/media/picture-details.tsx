/** One picture: alternative text, uses, removal. */
import { useState } from 'react'
import type { MediaAnswer } from '../../../actions/media/media.ts'
import { useRemoval } from '../../api/removal.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { LineField } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { pictureRemoval, useEditMedia, useMediaUses } from '../../shared/media/calls.ts'
import { useTexts } from '../../texts/language.tsx'

export function PictureDetails(props: { picture: MediaAnswer; onRemoved(): void }) {
  const { picture } = props
  const texts = useTexts('media')
  const toast = useToast()
  const mayChange = useRight('content')
  const [alt, setAlt] = useState(picture.alt)
  const [name, setName] = useState(picture.name)
  const uses = useMediaUses(picture.id)
  const edit = useEditMedia()
  const remove = useRemoval(pictureRemoval(picture.id))
  const kilobytes = Math.ceil(picture.bytes / 1_000)
  return (
    <aside className="card stack picture-details">
      <img src={picture.src} alt={picture.alt} />
      <p className="faint tiny">{texts.facts(picture.width, picture.height, kilobytes)}</p>
      <fieldset className="plain-set stack" disabled={!mayChange}>
        <LineField label={texts.name} value={name} most={200} onChange={setName} />
        <LineField
          label={texts.alt}
          hint={texts.altHint}
          value={alt}
          most={500}
          onChange={setAlt}
        />
      </fieldset>
      {edit.error && <Failure error={edit.error} />}
      {remove.error && <Failure error={remove.error} />}
      {mayChange && (
        <span className="row wrap-row">
          <Button
            busy={edit.isPending}
            onClick={() =>
              edit.mutate(
                { id: picture.id, alt, name },
                { onSuccess: () => toast({ text: texts.saved }) },
              )
            }
          >
            {texts.save}
          </Button>
          <Button
            look="quiet"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, {
                onSuccess() {
                  toast({ text: texts.removed })
                  props.onRemoved()
                },
              })
            }
          >
            {texts.remove}
          </Button>
        </span>
      )}
      <h2>{texts.usedBy}</h2>
      {uses.error && <Failure error={uses.error} />}
      {uses.data?.length === 0 && <p className="soft small">{texts.notUsed}</p>}
      <ul>
        {uses.data?.map(use => (
          <li key={`${use.kind} ${use.id}`} className="wrap">
            {texts.kinds[use.kind] ?? use.kind} {use.id} <bdi>{use.name}</bdi>
          </li>
        ))}
      </ul>
    </aside>
  )
}
