/** A file that the service fetches. */
import { useState } from 'react'
import type { ImportAnswer } from '../../../actions/imports/imports.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useFetchedImport } from './calls.ts'

export function FromAddress(props: {
  listId: number | undefined
  onKept(done: ImportAnswer): void
}) {
  const { listId, onKept } = props
  const texts = useTexts('importSources')
  const fetched = useFetchedImport()
  const [url, setUrl] = useState('')
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (fetched.isPending || listId === undefined) return
        fetched.mutate({ listId, url }, { onSuccess: onKept })
      }}
    >
      <h2>{texts.orAddress}</h2>
      {fetched.error && <Failure error={fetched.error} />}
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        value={url}
        onChange={setUrl}
        maxLength={2000}
      />
      <div className="row">
        <Button type="submit" busy={fetched.isPending || listId === undefined}>
          {texts.fetch}
        </Button>
        {fetched.isPending && <span role="status">{texts.fetching}</span>}
      </div>
    </form>
  )
}
