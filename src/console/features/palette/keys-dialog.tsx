/** All keys of the console, and whether the single ones work. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import type { NavigationGroup } from '../../parts/frame.tsx'
import { keysWork, PAGE_KEYS, setKeysWork } from '../../parts/keys.ts'
import { useTexts } from '../../texts/language.tsx'

export function KeysDialog(props: { groups: readonly NavigationGroup[]; onClose(): void }) {
  const texts = useTexts('palette')
  const entries = props.groups.flatMap(group => group.entries)
  const pages = Object.entries(PAGE_KEYS).flatMap(([key, href]) => {
    const page = entries.find(entry => entry.href.replace(/\/$/, '') === href)
    return page ? [{ keys: ['G', key.toUpperCase()], does: page.label }] : []
  })
  return (
    <Dialog title={texts.keys} onClose={props.onClose}>
      <div className="stack">
        <KeyList keys={texts.keyList} />
        <h3>{texts.goTo}</h3>
        <KeyList keys={pages} />
        <KeysChoice />
      </div>
    </Dialog>
  )
}

function KeyList({ keys }: { keys: readonly { keys: readonly string[]; does: string }[] }) {
  return (
    <dl className="facts keys">
      {keys.map(({ keys: pressed, does }) => (
        <div key={does}>
          <dt>{does}</dt>
          <dd>
            {pressed.map(key => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function KeysChoice() {
  const texts = useTexts('palette')
  const [work, setWork] = useState(keysWork)
  return (
    <div className="stack">
      <p className="soft small">{work ? texts.keysOn : texts.keysOff}</p>
      <div className="row">
        <Button
          onClick={() => {
            setKeysWork(!work)
            setWork(!work)
          }}
        >
          {work ? texts.turnOff : texts.turnOn}
        </Button>
      </div>
    </div>
  )
}
