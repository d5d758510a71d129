/** The offline banner. Changes are queued, and saved when the network is back. */
import { useSyncExternalStore } from 'react'
import { useTexts } from '../texts/language.tsx'

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

export function Connection() {
  const texts = useTexts('common')
  const there = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div className="connection" role="status">
      {!there && <p className="toast">{texts.offline}</p>}
    </div>
  )
}
