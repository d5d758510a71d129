/** A dialog: gives the focus back, Esc closes it, and it fills a narrow window. */
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/language.tsx'

export function Dialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const texts = useTexts()
  const narrow = useMediaQuery('(max-width: 760px)')
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      size={440}
      radius={14}
      centered
      fullScreen={narrow ?? false}
      closeButtonProps={{ 'aria-label': texts.close }}
      classNames={{
        content: 'dialog',
        title: 'dialog-title',
        header: 'dialog-head',
        body: 'dialog-body',
      }}
    >
      {props.children}
    </Modal>
  )
}
