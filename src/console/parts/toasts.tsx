/**
 * Short messages at the foot of the page: what was done, with an undo where there is one. They go
 * after a while, but not under the pointer or the focus.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { Icon } from './icons.tsx'

export interface Toast {
  text: string
  bad?: boolean
  undo?: () => void
}

interface ShownToast extends Toast {
  id: number
}

const SHOWN_MILLIS = 6_000
/** There is time to decide. */
const UNDO_MILLIS = 20_000
const MOST = 3

const Toasts = createContext<(toast: Toast) => void>(() => {})

/** Shows a toast. */
export const useToast = () => useContext(Toasts)

let lastId = 0

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const show = useCallback((toast: Toast) => {
    setToasts(shown => [...shown, { ...toast, id: ++lastId }].slice(-MOST))
  }, [])
  const drop = useCallback((id: number) => {
    setToasts(shown => shown.filter(one => one.id !== id))
  }, [])
  return (
    <Toasts value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(toast => (
          <ToastCard key={toast.id} toast={toast} onGone={drop} />
        ))}
      </div>
    </Toasts>
  )
}

function ToastCard({ toast, onGone }: { toast: ShownToast; onGone(id: number): void }) {
  const texts = useTexts()
  const [held, setHeld] = useState(false)
  const { id, text, bad, undo } = toast
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => onGone(id), undo ? UNDO_MILLIS : SHOWN_MILLIS)
    return () => clearTimeout(timer)
  }, [held, id, undo, onGone])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps it from going
    <div
      className={bad ? 'toast bad' : 'toast'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="wrap">{text}</span>
      {undo && (
        <button
          type="button"
          className="toast-act"
          onClick={() => {
            onGone(id)
            undo()
          }}
        >
          {texts.undo}
        </button>
      )}
      <button type="button" className="toast-act" onClick={() => onGone(id)} title={texts.close}>
        <Icon name="close" />
        <span className="sr">{texts.close}</span>
      </button>
    </div>
  )
}
