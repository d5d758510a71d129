/** The domain that the account's emails come back to: the one in use, former ones, another. */
import { type FormEvent, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import {
  useBounceDns,
  useBounceDomains,
  useChooseBounceDomain,
  useRemoveBounceDomain,
} from '../../api/hosts.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { DangerDialog } from '../../parts/danger-dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { Finding } from '../../shared/setup/domain-step.tsx'
import '../../shared/setup/setup.css'
import { useHostTexts } from './words.ts'

export function ReturnPath() {
  const texts = useHostTexts()
  const owns = useRight('own')
  const domains = useBounceDomains()
  if (domains.error) return <Failure error={domains.error} />
  if (!domains.data) return null
  const { items, installation } = domains.data
  const isOwn = items.some(({ isUsed }) => isUsed)
  return (
    <section className="stack" aria-labelledby="return-path">
      <h2 id="return-path">{texts.path}</h2>
      <p className="soft">{texts.pathTells}</p>
      <ul className="hosts-list">
        {!isOwn && (
          <li className="stack" aria-label={installation ?? texts.path}>
            <p className="host-head">
              {installation === null ? (
                texts.pathNone
              ) : (
                <>
                  <b className="wrap">
                    <bdi>{installation}</bdi>
                  </b>
                  <span className="soft small">{texts.pathOfInstallation}</span>
                </>
              )}
            </p>
          </li>
        )}
        {items.map(one => (
          <BounceDomainRow key={one.domain} of={one} />
        ))}
      </ul>
      {owns && <NewDomain />}
    </section>
  )
}

function BounceDomainRow({ of }: { of: { domain: string; isUsed: boolean } }) {
  const { domain, isUsed } = of
  const texts = useHostTexts()
  const owns = useRight('own')
  const toast = useToast()
  const choose = useChooseBounceDomain()
  const remove = useRemoveBounceDomain()
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState(false)
  const use = () =>
    choose.mutate(
      { domain, unchecked: true },
      { onSuccess: () => toast({ text: texts.pathUsed(domain) }) },
    )
  const leave = () =>
    remove.mutate(
      { domain, mail: 'keep' },
      { onSuccess: () => toast({ text: texts.pathLeft, undo: use }) },
    )
  return (
    <li className="stack" aria-label={domain}>
      <div className="host-head">
        <b className="wrap">
          <bdi>{domain}</bdi>
        </b>
        <span className={isUsed ? 'tag good' : 'tag'}>
          {isUsed ? texts.pathUsedNow : texts.pathFormer}
        </span>
        <span className="host-acts">
          {isUsed && !asking && <Button onClick={() => setAsking(true)}>{texts.pathCheck}</Button>}
          {owns && isUsed && (
            <Button busy={remove.isPending} onClick={leave}>
              {texts.pathLeave}
            </Button>
          )}
          {owns && !isUsed && (
            <Button look="quiet" onClick={() => setEnding(true)}>
              {texts.pathEnd}
              <span className="sr"> {domain}</span>
            </Button>
          )}
        </span>
      </div>
      {remove.error && <Failure error={remove.error} />}
      {asking && <Records domain={domain} />}
      {ending && <EndDialog domain={domain} onClose={() => setEnding(false)} />}
    </li>
  )
}

function EndDialog({ domain, onClose }: { domain: string; onClose(): void }) {
  const texts = useHostTexts()
  const toast = useToast()
  const remove = useRemoveBounceDomain()
  const end = () => {
    const onSuccess = () => {
      toast({ text: texts.pathEnded(domain) })
      onClose()
    }
    remove.mutate({ domain, mail: 'end' }, { onSuccess })
  }
  return (
    <DangerDialog
      title={texts.pathEndAsks(domain)}
      act={texts.pathEnd}
      error={remove.error}
      busy={remove.isPending}
      onConfirm={end}
      onClose={onClose}
    >
      <p>{texts.pathEndTells}</p>
    </DangerDialog>
  )
}

/** The findings of the DNS, with the records to publish. */
function Records({ domain }: { domain: string }) {
  const texts = useHostTexts()
  const dns = useBounceDns(domain, true)
  return (
    <div className="stack" aria-busy={dns.isFetching}>
      {dns.isPending && <p role="status">{texts.asking}</p>}
      {dns.error && <Failure error={dns.error} />}
      {dns.data && (
        <ul className="findings">
          {dns.data.map(finding => (
            <Finding key={finding.check} finding={finding} />
          ))}
        </ul>
      )}
      {dns.data && (
        <p>
          <Button look="quiet" busy={dns.isFetching} onClick={() => void dns.refetch()}>
            {texts.checkAgain}
            <span className="sr"> {domain}</span>
          </Button>
        </p>
      )}
    </div>
  )
}

/** Shows the records of a name, then uses it. */
function NewDomain() {
  const texts = useHostTexts()
  const toast = useToast()
  const choose = useChooseBounceDomain()
  const [text, setText] = useState('')
  const [named, setNamed] = useState<string>()
  const isUnready = choose.error instanceof ApiFailure && choose.error.code === 'bounce-domain-dns'
  const write = (written: string) => {
    setText(written)
    setNamed(undefined)
    choose.reset()
  }
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') setNamed(text.trim())
  }
  const use = (unchecked: boolean) => {
    const domain = named ?? ''
    const onSuccess = () => {
      toast({ text: texts.pathUsed(domain) })
      write('')
    }
    choose.mutate({ domain, unchecked }, { onSuccess })
  }
  return (
    <div className="stack">
      <form className="return-path-form" onSubmit={show}>
        <TextField
          label={texts.pathForm}
          hint={texts.pathHint}
          value={text}
          onChange={write}
          maxLength={254}
          autoComplete="off"
        />
        <Button type="submit">{texts.pathCheck}</Button>
      </form>
      {named !== undefined && (
        <>
          <p className="soft">{texts.pathUnready}</p>
          <Records domain={named} />
          {choose.error && <Failure error={choose.error} />}
          <p className="row">
            <Button look="primary" busy={choose.isPending} onClick={() => use(false)}>
              {texts.pathUse}
            </Button>
            {isUnready && <Button onClick={() => use(true)}>{texts.anyway}</Button>}
            {isUnready && <span className="soft small">{texts.pathAnywayHint}</span>}
          </p>
        </>
      )}
    </div>
  )
}
