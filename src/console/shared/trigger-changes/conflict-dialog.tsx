/** Two writers: the difference of the two texts, and the choice between them. Saves nothing. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { DefinitionDifference } from './definition-difference.tsx'
import type { ComparedText } from './flow-changes.ts'
import { useReadVersion } from './read-version.ts'
import { useChangeTexts } from './words.ts'

export function ConflictDialog(props: {
  id: number
  mine: ComparedText
  /** Of theirs. */
  version: number
  onKeep(): void
  onTake(): void
  onClose(): void
}) {
  const { id, version, onKeep, onTake, onClose } = props
  const texts = useChangeTexts()
  const { definition: theirs, error, refetch } = useReadVersion(id, version)
  // The comparison stays while the dialog is open.
  const [mine] = useState(props.mine)
  const again = () => void refetch()
  return (
    <Dialog title={texts.conflict} wide onClose={onClose}>
      <div className="stack">
        <p>{texts.conflictSays(version)}</p>
        {error && <Failure error={error} onRetry={again} />}
        {!theirs && !error && <LoadingRows onRetry={again} />}
        {theirs && <DefinitionDifference before={theirs} after={mine} />}
        {theirs && (
          <div className="conflict-choice">
            <Button onClick={onTake}>{texts.takeTheirs}</Button>
            <span className="soft small">{texts.takeTheirsSays}</span>
            <Button onClick={onKeep}>{texts.keepMine}</Button>
            <span className="soft small">{texts.keepMineSays(version)}</span>
          </div>
        )}
      </div>
    </Dialog>
  )
}
