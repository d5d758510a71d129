/** A dialog: gives the focus back, Esc closes it, and it fills a narrow window. */
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { useNarrow } from './narrow.ts'

/**
 * The element that opened the dialog; for an entry of a menu, which is gone by then, the menu's
 * button.
 */
function opener(): Element | null {
  const focused = document.activeElement
  const named = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (named && document.getElementById(named)) || focused
}

/** Mantine gives it back where a dialog stays mounted; ours are there while they are open. */
function useFocusBack(): void {
  const [from] = useState(opener)
  useEffect(
    () => () => {
      // After the focus trap is gone; an element that has got the focus since keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && from instanceof HTMLElement)
          from.focus({ preventScroll: true })
      })
    },
    [from],
  )
}

export function Dialog(props: {
  title: string
  onClose: () => void
  /** For what has to be read beside each other. */
  wide?: boolean
  children: ReactNode
}) {
  const texts = useTexts('common')
  useFocusBack()
  const narrow = useNarrow()
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={props.wide ? 680 : 440}
      radius={14}
      centered
      fullScreen={narrow}
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
