/** A text that is copied by a button beside it. */
import './copy-text.css'
import { useState } from 'react'
import { Button } from './button.tsx'

export function CopyText(props: { value: string; copy: string; copied: string }) {
  const { value, copy, copied } = props
  const [done, setDone] = useState(false)
  const write = async () => {
    await navigator.clipboard.writeText(value)
    setDone(true)
  }
  return (
    <span className="copy-text">
      <code className="wrap">
        <bdi>{value}</bdi>
      </code>
      {/* Browsers have a clipboard on pages by HTTPS only, and on this machine. */}
      {window.isSecureContext && (
        <Button onClick={() => void write()}>
          {done ? copied : copy}
          <span className="sr"> {value.slice(0, 60)}</span>
        </Button>
      )}
    </span>
  )
}
