/**
 * Toasts: the result of an action, with its undo. A toast does not time out while it is hovered or
 * focused. Ctrl Z undoes the last one until the page is left.
 */
import './toasts.css'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
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
const MOST_UNDOS = 20

const Toasts = createContext<(toast: Toast) => () => void>(() => () => {})

/** Shows a toast; the result takes it away. */
export const useToast = () => useContext(Toasts)

/** Toasts whose undo is of this page alone: they go with it. */
export function usePageToast(): (toast: Toast) => void {
  const show = useToast()
  const shown = useRef<(() => void)[]>([])
  useEffect(
    () => () => {
      for (const drop of shown.current) drop()
    },
    [],
  )
  return useCallback(
    toast => {
      shown.current.push(show(toast))
    },
    [show],
  )
}

let lastId = 0

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const undos = useUndoKey()
  const drop = useCallback((id: number) => {
    setToasts(shown => shown.filter(one => one.id !== id))
  }, [])
  const show = useCallback(
    ({ undo, ...toast }: Toast) => {
      const id = ++lastId
      const gone = () => drop(id)
      const once = undo && { undo: undos.keep(undo, gone) }
      setToasts(shown => [...shown, { ...toast, ...once, id }].slice(-MOST))
      return gone
    },
    [drop, undos],
  )
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

interface KeptUndo {
  path: string
  undo(): void
}

/** The undo stack of Ctrl Z: the latest first, each once, on the page where it was done. */
function useUndoKey() {
  const kept = useRef<KeptUndo[]>([])
  const keep = useCallback((undo: () => void, used: () => void): (() => void) => {
    const one: KeptUndo = {
      path: location.pathname,
      undo() {
        if (!kept.current.includes(one)) return
        kept.current = kept.current.filter(other => other !== one)
        used()
        undo()
      },
    }
    kept.current = [...kept.current, one].slice(-MOST_UNDOS)
    return one.undo
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event
      if (!(ctrlKey || metaKey) || shiftKey || key.toLowerCase() !== 'z') return
      const typing = 'input:not([type=checkbox]), textarea, [contenteditable], [role=dialog]'
      if (target instanceof Element && target.closest(typing)) return
      const latest = kept.current.at(-1)
      if (latest?.path !== location.pathname) return
      event.preventDefault()
      latest.undo()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return useRef({ keep }).current
}

function ToastCard({ toast, onGone }: { toast: ShownToast; onGone(id: number): void }) {
  const texts = useTexts('common')
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
        <button type="button" className="toast-act" onClick={undo}>
          {texts.undo}
          <span className="key" aria-hidden="true">
            Ctrl Z
          </span>
        </button>
      )}
      <button type="button" className="toast-act" onClick={() => onGone(id)} title={texts.close}>
        <Icon name="close" />
        <span className="sr">{texts.close}</span>
      </button>
    </div>
  )
}
