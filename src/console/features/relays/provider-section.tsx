/** Mailbox providers of a relay: which are slowed, since when and why; limits set by hand. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import type { KnownRelay } from '../../shared/relays/relay-calls.ts'
import { typedNumber } from '../../shared/relays/typed-number.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useLimitProvider, useUsualLimits } from './page-calls.ts'
import { useRelayTexts } from './words.ts'

export function ProviderSection({ of }: { of: KnownRelay }) {
  const texts = useRelayTexts()
  const { moment, number } = useFigures()
  return (
    <>
      <section aria-labelledby="relay-slowed">
        <div className="sech">
          <h2 id="relay-slowed">{texts.slowed}</h2>
          <p>{texts.slowedHint}</p>
        </div>
        {of.slowed.length === 0 ? (
          <p className="soft">{texts.noneSlowed}</p>
        ) : (
          <table className="sentences">
            <thead>
              <tr>
                <th>{texts.provider}</th>
                <th>{texts.now}</th>
                <th className="hide-s">{texts.since}</th>
                <th>{texts.says}</th>
              </tr>
            </thead>
            <tbody>
              {of.slowed.map(({ domains, since, until, paused, perMinute, reply }) => (
                <tr key={domains}>
                  <td className="wrap">
                    <bdi>{domains}</bdi>
                  </td>
                  <td className="wrap">
                    {paused ? (
                      <>
                        {texts.restsUntil(moment(until))}
                        <span className="sub">{texts.thenAMinute(number(perMinute))}</span>
                      </>
                    ) : (
                      texts.aMinute(number(perMinute))
                    )}
                  </td>
                  <td className="hide-s">{since === null ? texts.unknown : moment(since)}</td>
                  <td className="wrap mono small">
                    <bdi>{reply}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {of.limits && <SetLimits of={of} />}
    </>
  )
}

function SetLimits({ of }: { of: KnownRelay }) {
  const texts = useRelayTexts()
  const common = useTexts('relays')
  const { number } = useFigures()
  const usual = useUsualLimits()
  const [adding, setAdding] = useState(false)
  const orNone = (value: number | null) => (value === null ? common.noLimit : number(value))
  return (
    <section aria-labelledby="relay-providers">
      <div className="sech">
        <h2 id="relay-providers">{texts.providers}</h2>
        <p>{texts.providersHint}</p>
        <span className="push">
          <Button onClick={() => setAdding(true)}>{texts.addLimit}</Button>
        </span>
      </div>
      {usual.error && <Failure error={usual.error} />}
      {of.providerLimits.length === 0 ? (
        <p className="soft">{texts.noProviders}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{texts.provider}</th>
              <th className="num">{texts.perSecond}</th>
              <th className="num">{texts.perDay}</th>
              <th className="num hide-s">{texts.connections}</th>
              <th className="num hide-s">{texts.perConnection}</th>
              <th>
                <span className="sr">{common.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {of.providerLimits.map(({ provider, limits }) => (
              <tr key={provider}>
                <td className="wrap">
                  <bdi>{provider}</bdi>
                </td>
                <td className="num">{orNone(limits.ratePerSecond)}</td>
                <td className="num">{orNone(limits.dailyQuota)}</td>
                <td className="num hide-s">{orNone(limits.connections)}</td>
                <td className="num hide-s">{orNone(limits.emailsPerConnection)}</td>
                <td className="num">
                  <IconButton
                    name={texts.usualOf(provider)}
                    icon="undo"
                    onClick={() => usual.mutate({ route: of.name, provider })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {adding && <LimitDialog name={of.name} onClose={() => setAdding(false)} />}
    </section>
  )
}

const FIELDS = ['ratePerSecond', 'dailyQuota', 'connections', 'emailsPerConnection'] as const
type Field = (typeof FIELDS)[number]

function LimitDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useRelayTexts()
  const relayTexts = useTexts('relays')
  const toast = useToast()
  const limit = useLimitProvider()
  const [provider, setProvider] = useState('')
  const [written, setWritten] = useState<Partial<Record<Field, string>>>({})
  const labels: Record<Field, string> = {
    ratePerSecond: texts.perSecond,
    dailyQuota: texts.perDay,
    connections: texts.connections,
    emailsPerConnection: texts.perConnection,
  }
  const given = FIELDS.filter(field => (written[field] ?? '').trim() !== '')
  const read = (field: Field) => typedNumber(written[field]!)
  const wrong = given.some(field => Number.isNaN(read(field)))
  const onSuccess = () => {
    toast({ text: texts.saved })
    onClose()
  }
  return (
    <FormDialog
      title={texts.limitOf}
      act={relayTexts.save}
      error={limit.error}
      busy={limit.isPending || wrong || given.length === 0}
      onSubmit={() => {
        const limits = Object.fromEntries(given.map(field => [field, read(field)]))
        const body = { route: name, provider: provider.trim(), ...limits }
        limit.mutate(body, { onSuccess })
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.providerName}
        hint={texts.providerHint}
        value={provider}
        onChange={setProvider}
        maxLength={255}
        autoComplete="off"
        focused
      />
      {FIELDS.map(field => (
        <TextField
          key={field}
          label={labels[field]}
          hint={texts.asUsual}
          value={written[field] ?? ''}
          problem={given.includes(field) && Number.isNaN(read(field)) ? texts.notNumber : undefined}
          onChange={value => setWritten({ ...written, [field]: value })}
          maxLength={12}
          optional
        />
      ))}
    </FormDialog>
  )
}
