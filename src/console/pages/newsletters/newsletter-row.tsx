/** One newsletter in the table: its state, when, to how many. */
import type { ReactNode } from 'react'
import type { NewsletterListed } from '../../../console-api/v1/routes/newsletters.ts'
import type { SendingRowAnswer } from '../../../console-api/v1/routes/sendings.ts'
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { type NewsletterStanding, STANDING_ICONS, standingOf } from './standing.ts'
import { newslettersTexts } from './texts.ts'

const LOOKS: Record<NewsletterStanding, BadgeLook> = {
  draft: 'draft',
  scheduled: 'scheduled',
  sending: 'sending',
  paused: 'paused',
  unconfirmed: 'confirm',
  sent: 'sent',
  cancelled: 'plain',
}

export function NewsletterRow(props: {
  newsletter: NewsletterListed
  sending: SendingRowAnswer | undefined
  listName: string
  link: ReactNode
  onRemove: ((newsletter: NewsletterListed) => void) | undefined
}) {
  const { newsletter, sending, listName, link, onRemove } = props
  const texts = useTextsOf(newslettersTexts)
  const formats = useFormats()
  const standing = standingOf(sending)
  return (
    <tr>
      <td className="strong wrap">
        {link}
        <span className="sub">{listName}</span>
      </td>
      <td>
        <Badge look={LOOKS[standing]} icon={STANDING_ICONS[standing]}>
          {texts.standings[standing]}
        </Badge>
      </td>
      <td className="nowrap hide-s">
        <When newsletter={newsletter} sending={sending} />
      </td>
      <td className="num hide-s">
        {sending && sending.planned !== null ? formats.number(sending.planned) : '–'}
      </td>
      <td className="num">
        {onRemove && (
          <ActionMenu
            name={texts.actionsOf(newsletter.name || newsletter.subject)}
            button={<Icon name="more" />}
            actions={[
              {
                label: texts.remove,
                icon: <Icon name="remove" />,
                danger: true,
                onClick: () => onRemove(newsletter),
              },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

function When(props: { newsletter: NewsletterListed; sending: SendingRowAnswer | undefined }) {
  const { newsletter, sending } = props
  const texts = useTextsOf(newslettersTexts)
  const formats = useFormats()
  const [at, what] = !sending
    ? [newsletter.modified, texts.edited]
    : sending.finishedAt
      ? [sending.finishedAt, texts.ended]
      : [sending.dueAt, sending.state === 'scheduled' ? texts.due : texts.started]
  return (
    <>
      <time dateTime={at}>{formats.time(at)}</time>
      <span className="sub">{what}</span>
    </>
  )
}
