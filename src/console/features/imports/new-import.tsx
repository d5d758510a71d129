/** A new import: the list, and the file by choosing or dropping it. */
import { Link, useNavigate } from '@tanstack/react-router'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { AddListDialog } from '../../shared/lists/list-form.tsx'
import { useTexts } from '../../texts/language.tsx'
import { uploadFile } from './calls.ts'
import { FromAddress } from './from-address.tsx'

export function NewImportPage() {
  const texts = useTexts('imports')
  const sources = useTexts('importSources')
  const problems = useTexts('problems')
  const mayImport = useRight('people')
  const navigate = useNavigate()
  const { data: lists = [] } = useLists()
  const [list, setList] = useState<number>()
  const [file, setFile] = useState<File>()
  const [adding, setAdding] = useState(false)
  const upload = useUpload()
  const listId = list ?? lists[0]?.id
  const begin = async (chosen: File | undefined) => {
    setFile(chosen)
    if (!chosen || listId === undefined) return
    const done = await upload.begin(chosen, listId)
    if (done) await navigate({ to: '/imports/$id', params: { id: String(done.id) } })
  }
  const busy = upload.share !== undefined
  return (
    <>
      <PageHead title={texts.newTitle} above={<Link to="/imports">{texts.back}</Link>} />
      <div className="page stack narrow-page">
        {!mayImport && <p className="note warn">{problems['not-allowed']}</p>}
        {mayImport && (
          <>
            <SelectField
              label={texts.list}
              value={String(listId ?? '')}
              choices={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={value => setList(Number(value))}
            />
            <p>
              <Button look="quiet" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
                {sources.newList}
              </Button>
            </p>
            <DropPlace busy={busy} onFile={chosen => void begin(chosen)} />
            <FromAddress
              listId={listId}
              onKept={({ id }) => void navigate({ to: '/imports/$id', params: { id: String(id) } })}
            />
          </>
        )}
        {adding && (
          <AddListDialog onAdded={({ id }) => setList(id)} onClose={() => setAdding(false)} />
        )}
        {upload.share !== undefined && (
          <div className="strip" role="status">
            <span className="grow">
              <b>
                <bdi>{file?.name}</bdi>
              </b>{' '}
              {texts.uploading(`${Math.floor(upload.share * 100)} %`)}
              <progress max={1} value={upload.share} aria-label={file?.name ?? ''} />
            </span>
            <Button onClick={upload.stop}>{texts.stop}</Button>
          </div>
        )}
        {upload.error instanceof ApiFailure && <Failure error={upload.error} />}
        {upload.error !== undefined && !(upload.error instanceof ApiFailure) && (
          <div className="note warn" role="alert">
            <span>{texts.stillHere}</span>
            <Button onClick={() => void begin(file)}>{texts.upload}</Button>
          </div>
        )}
      </div>
    </>
  )
}

/** One upload at a time; it ends with the page. */
function useUpload() {
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    share,
    error,
    stop: () => running.current?.abort(),
    async begin(file: File, listId: number) {
      const stopping = new AbortController()
      running.current = stopping
      setError(undefined)
      setShare(0)
      try {
        const means = { onProgress: setShare, stopped: stopping.signal }
        return await uploadFile(file, listId, means)
      } catch (failure) {
        if (!stopping.signal.aborted) setError(failure)
        return undefined
      } finally {
        setShare(undefined)
      }
    },
  }
}

function DropPlace({ busy, onFile }: { busy: boolean; onFile(file: File | undefined): void }) {
  const texts = useTexts('imports')
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy) onFile(event.dataTransfer.files[0])
  }
  return (
    <section
      className={over ? 'drop over' : 'drop'}
      aria-label={texts.drop}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      <b>{texts.drop}</b>
      <p className="soft small">{texts.dropHint}</p>
      <input
        ref={input}
        type="file"
        className="sr"
        aria-label={texts.choose}
        accept=".csv,.txt,.tsv,.xlsx,.xml"
        onChange={event => {
          onFile(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button look="primary" busy={busy} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
    </section>
  )
}
