/** The actions on a newsletter of the table, with an undo in a toast where there is one. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BoardRowAnswer } from '../../../actions/newsletters/newsletter-board.ts'
import {
  type NewPlace,
  useCopyNewsletter,
  useFolders,
  usePlaceNewsletter,
} from '../../api/newsletters.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import type { MenuAction } from '../../parts/menus.tsx'
import { useSaid } from '../../parts/said.ts'
import { LineField } from '../../parts/small-fields.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { standingOf } from './standing.ts'
import { useNewsletterTexts } from './words.ts'

export interface NewsletterDialogs {
  onMove(newsletter: BoardRowAnswer): void
  onTemplate(newsletter: BoardRowAnswer): void
  onRemove(newsletter: BoardRowAnswer): void
}

/** Moves, with an undo. */
function usePlacing() {
  const toast = useToast()
  const place = usePlaceNewsletter()
  const said = useSaid()
  const failed = (error: unknown) => toast({ text: said(error), bad: true })
  return (to: NewPlace, back: NewPlace, text: string) =>
    place.mutate(to, {
      onSuccess: () => toast({ text, undo: () => place.mutate(back, { onError: failed }) }),
      onError: failed,
    })
}

export function useNewsletterActions({ onMove, onTemplate, onRemove }: NewsletterDialogs) {
  const texts = useNewsletterTexts()
  const { saveAs } = useTexts('templates')
  const toast = useToast()
  const navigate = useNavigate()
  const mayChange = useRight('content')
  const placed = usePlacing()
  const copy = useCopyNewsletter()
  const said = useSaid()
  const failed = (error: unknown) => toast({ text: said(error), bad: true })
  const open = (newsletterId: number) =>
    void navigate({ to: '/newsletters/$id', params: { id: String(newsletterId) } })
  return (newsletter: BoardRowAnswer): MenuAction[] => {
    const { id, last } = newsletter
    const name = newsletter.name || newsletter.subject || texts.untitled
    const isArchived = newsletter.archived !== null
    const standing = standingOf(last)
    const params = { id: String(last?.id ?? id) }
    const actions: MenuAction[] = [
      {
        label: mayChange ? texts.edit : texts.show,
        icon: <Icon name={mayChange ? 'edit' : 'eye'} />,
        onClick: () => open(id),
      },
    ]
    if (last)
      actions.push({
        label: standing === 'sent' ? texts.report : texts.watch,
        icon: <Icon name="chart" />,
        onClick: () =>
          void navigate({
            to: standing === 'sent' ? '/sendings/$id/report' : '/sendings/$id',
            params,
          }),
      })
    if (!mayChange) return actions
    const archive = () => {
      const [to, back] = [
        { id, archived: !isArchived },
        { id, archived: isArchived },
      ]
      placed(to, back, isArchived ? texts.unarchived(name) : texts.archivedNow(name))
    }
    const duplicate = () =>
      copy.mutate(
        { id, name: texts.copyOf(name) },
        {
          onSuccess: made => {
            toast({ text: texts.copied(name) })
            open(made.id)
          },
          onError: failed,
        },
      )
    return [
      ...actions,
      { label: texts.copy, icon: <Icon name="copy" />, onClick: duplicate },
      {
        label: saveAs,
        icon: <Icon name="template" />,
        onClick: () => onTemplate(newsletter),
      },
      { label: texts.move, icon: <Icon name="folder" />, onClick: () => onMove(newsletter) },
      {
        label: isArchived ? texts.unarchive : texts.archive,
        icon: <Icon name="archive" />,
        onClick: archive,
      },
      {
        label: texts.remove,
        icon: <Icon name="remove" />,
        danger: true,
        onClick: () => onRemove(newsletter),
      },
    ]
  }
}

const NEW = '\n'

/** Into a folder that there is, a new one, or none. */
export function MoveDialog(props: { newsletter: BoardRowAnswer; onClose(): void }) {
  const { newsletter, onClose } = props
  const texts = useNewsletterTexts()
  const placed = usePlacing()
  const folders = (useFolders().data?.items ?? []).map(({ folder }) => folder)
  const [folder, setFolder] = useState(newsletter.folder)
  const [named, setNamed] = useState('')
  const wanted = folder === NEW ? named.trim() : folder
  const name = newsletter.name || newsletter.subject || texts.untitled
  const submit = () => {
    onClose()
    const { id } = newsletter
    if (wanted === newsletter.folder) return
    const says = wanted === '' ? texts.movedOut(name) : texts.moved(name, wanted)
    placed({ id, folder: wanted }, { id, folder: newsletter.folder }, says)
  }
  const known = [...new Set([...folders, newsletter.folder])].filter(one => one !== '').toSorted()
  return (
    <Dialog title={texts.moveTitle(name)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (folder !== NEW || wanted !== '') submit()
        }}
      >
        <SelectField
          label={texts.folder}
          value={folder}
          choices={[
            { value: '', label: texts.noFolder },
            ...known.map(one => ({ value: one, label: one })),
            { value: NEW, label: texts.newFolder },
          ]}
          onChange={setFolder}
        />
        {folder === NEW && (
          <LineField label={texts.folderName} value={named} most={100} onChange={setNamed} />
        )}
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={folder === NEW && wanted === ''}>
            {texts.move}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
