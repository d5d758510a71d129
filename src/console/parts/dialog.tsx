/** A dialog: gives the focus back, Esc closes it, and it fills a narrow window. */
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/language.tsx'

export function Dialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const texts = useTexts()
  const narrow = useMediaQuery('(max-width: 760px)')
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={440}
      radius={14}
      centered
      fullScreen={narrow ?? false}
    >
      <Modal.Overlay />
      <Modal.Content className="dialog">
        {/* A header of its own would be a second banner when one dialog is over another. */}
        <div className="dialog-head">
          <Modal.Title className="dialog-title">{props.title}</Modal.Title>
          <Modal.CloseButton aria-label={texts.close} />
        </div>
        <Modal.Body className="dialog-body">{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
