/** The relay: added and tried by the operator of the installation. */
import { useState } from 'react'
import type { SetupAnswer } from '../../../actions/home/setup.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAddRelay, useTestRelay } from './calls.ts'
import { Step } from './step.tsx'
import { relayTrouble } from './steps-done.ts'

export function RelayStep({ setup, done }: { setup: SetupAnswer; done: boolean }) {
  const texts = useTexts('setup')
  const operates = useRight('operate')
  const [adding, setAdding] = useState(false)
  const { relays } = setup
  const wrong = relayTrouble(setup)
  const names = relays.map(({ name }) => name).join(', ')
  return (
    <Step number={1} title={texts.relay} done={done}>
      <p>{relays.length === 0 ? texts.relaySandbox : texts.relayInUse(names)}</p>
      {wrong && (
        <p className="note bad">{setup.trouble === null ? wrong : texts.linksLeadNowhere}</p>
      )}
      {!operates && relays.length === 0 && <p className="soft">{texts.relayByOperator}</p>}
      {operates && (
        <div className="acts">
          <Button onClick={() => setAdding(true)}>{texts.relayAdd}</Button>
        </div>
      )}
      {operates && relays[0] && <RelayTestForm route={relays[0].name} />}
      {adding && <RelayDialog onClose={() => setAdding(false)} />}
    </Step>
  )
}

function RelayDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts('setup')
  const common = useTexts('common')
  const add = useAddRelay()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  return (
    <Dialog title={texts.relayAdd} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!add.isPending) add.mutate({ name, url }, { onSuccess: onClose })
        }}
      >
        {add.error && <Failure error={add.error} />}
        <TextField
          label={texts.relayName}
          value={name}
          onChange={setName}
          maxLength={100}
          focused
        />
        <TextField
          label={texts.relayUrl}
          hint={texts.relayUrlHint}
          value={url}
          onChange={setUrl}
          maxLength={2000}
          autoComplete="off"
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            {texts.relayAdd}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RelayTestForm({ route }: { route: string }) {
  const texts = useTexts('setup')
  const test = useTestRelay()
  const [to, setTo] = useState('')
  const { data, error } = test
  return (
    <form
      className="acts"
      onSubmit={event => {
        event.preventDefault()
        if (!test.isPending) test.mutate({ route, to })
      }}
    >
      <TextField
        label={texts.relayTestTo}
        type="email"
        value={to}
        onChange={setTo}
        maxLength={320}
      />
      <Button type="submit" busy={test.isPending}>
        {texts.relayTest}
      </Button>
      {error && <Failure error={error} />}
      {data && (
        <p className={data.outcome === 'accepted' ? 'note' : 'note bad'} role="status">
          {data.outcome === 'accepted' ? texts.relayTook : texts.relayRefused(data.text)}
        </p>
      )}
    </form>
  )
}
