/** The cards of the gallery: each a radio button with a picture or an icon. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { DesignAnswer } from '../../../actions/newsletters/designs.ts'
import { usePictureHtml } from '../../api/newsletter-previews.ts'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type Beginning, keyOf } from './beginnings.ts'

interface CardProps {
  beginning: Beginning
  name: string
  hint: string
  chosen: string
  onChoose(beginning: Beginning): void
}

export function BeginCard({
  beginning,
  name,
  hint,
  chosen,
  onChoose,
  children,
}: CardProps & { children: ReactNode }) {
  const key = keyOf(beginning)
  return (
    <label className={key === chosen ? 'email-card chosen' : 'email-card'}>
      {/* The words beside the button say it. */}
      <div aria-hidden="true">{children}</div>
      <span className="row">
        <input
          type="radio"
          name="begin"
          value={key}
          checked={key === chosen}
          onChange={() => onChoose(beginning)}
        />
        <span>
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className="sub">{hint}</span>
        </span>
      </span>
    </label>
  )
}

export function DesignCard(props: CardProps & { design: DesignAnswer }) {
  return (
    <BeginCard {...props}>
      <DesignPicture design={props.design} name={props.name} />
    </BeginCard>
  )
}

export function IconCard({ icon, ...props }: CardProps & { icon: IconName }) {
  return (
    <BeginCard {...props}>
      <span className="email-picture">
        <Icon name={icon} />
      </span>
    </BeginCard>
  )
}

/** The design as an email, under the brand. */
export function DesignPicture({ design, name }: { design: DesignAnswer; name: string }) {
  const texts = useTexts('newNewsletter')
  const [seen, setSeen] = useState(false)
  // The document changes with the brand.
  const key = ['design', design.design, JSON.stringify(design.source)]
  const { data } = usePictureHtml(key, design.source, seen)
  return <EmailPicture title={texts.pictureOf(name)} html={data} onSeen={() => setSeen(true)} />
}
