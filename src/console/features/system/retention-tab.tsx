/** How long each kind of data is kept, and what another value would free, before it is changed. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type KeptRow, useRetention, useRetentionPreview } from './calls.ts'
import { useSettingWords, useSize, useSystemTexts } from './words.ts'

const MOST_KEPT = 3650

export function RetentionTab() {
  const texts = useSystemTexts()
  const retention = useRetention()
  const again = () => void retention.refetch()
  if (!retention.data)
    return retention.error ? (
      <Failure error={retention.error} onRetry={again} />
    ) : (
      <LoadingRows onRetry={again} />
    )
  return (
    <div className="stack wide">
      <p className="soft">{texts.retentionHint}</p>
      <table className="system-settings sentences">
        <thead>
          <tr>
            <th>{texts.setting}</th>
            <th>{texts.keptFor}</th>
            <th className="num hide-s">{texts.takes}</th>
            <th>{texts.wouldFree}</th>
          </tr>
        </thead>
        <tbody>
          {retention.data.map(row => (
            <KeptData key={row.setting} of={row} />
          ))}
        </tbody>
      </table>
      <p className="soft small">{texts.freedHint}</p>
    </div>
  )
}

function KeptData({ of }: { of: KeptRow }) {
  const texts = useSystemTexts()
  const sentenceOf = useSettingWords()
  const size = useSize()
  const { number } = useFigures()
  const [typed, setTyped] = useState('')
  const [keep, setKeep] = useState<number>()
  const { setting, unit, value, source, sentence, bytes, least } = of
  const wanted = Number(typed)
  const isValue = /^\d{1,4}$/.test(typed) && wanted >= least && wanted <= MOST_KEPT
  return (
    <tr>
      <td className="wrap">
        <code>{setting}</code>
        <span className="sub">{sentenceOf({ name: setting, sentence })}</span>
      </td>
      <td className="wrap">
        {unit === 'months' && value === 0 ? texts.forever : texts.kept[unit](number(value))}
        <span className="sub">{texts.sources[source] ?? source}</span>
        <span className="sub only-s">{bytes === null ? texts.notInTime : size(bytes)}</span>
      </td>
      <td className="num hide-s">{bytes === null ? texts.notInTime : size(bytes)}</td>
      <td className="wrap">
        <form
          className="retention-form"
          onSubmit={event => {
            event.preventDefault()
            if (isValue) setKeep(wanted)
          }}
        >
          <input
            className="plain-input"
            inputMode="numeric"
            maxLength={4}
            aria-label={texts.insteadOf[unit](setting)}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <span className="soft small">{texts.units[unit]}</span>
          <Button type="submit" busy={!isValue}>
            {texts.estimate}
          </Button>
        </form>
        <div role="status">
          {keep !== undefined && <Estimate key={keep} setting={setting} keep={keep} unit={unit} />}
        </div>
      </td>
    </tr>
  )
}

function Estimate(props: Pick<KeptRow, 'setting' | 'unit'> & { keep: number }) {
  const texts = useSystemTexts()
  const size = useSize()
  const { number } = useFigures()
  const { setting, unit, keep } = props
  const { data, error, refetch } = useRetentionPreview(setting, keep)
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <span className="sub">{texts.estimating}</span>
  const { freed, bytes } = data
  if (freed === null) return <span className="sub">{texts.notInTime}</span>
  const kept = unit === 'months' && keep === 0 ? texts.forever : texts.kept[unit](number(keep))
  if (freed.bytes === 0 && freed.error === 0)
    return <span className="sub">{texts.freesNothing(kept)}</span>
  const about = texts.frees(kept, size(freed.bytes))
  const rows = freed.rows === null ? '' : `, ${texts.freedRows(number(freed.rows))}`
  const error95 = freed.error === 0 ? '' : `, ± ${size((bytes ?? 0) * freed.error)}`
  return (
    <b className="sub">
      {about}
      {error95}
      {rows}
    </b>
  )
}
